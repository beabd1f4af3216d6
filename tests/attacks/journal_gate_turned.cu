// Expect: passed
// The gate's one instruction makes other calls than the one it is for: it duplicates the report's descriptor, which a file then replaces.
#include "attack.h"
#include "journal_door.h"

static long turned(void *gate, long call, long a, long b)
{
#if defined(__x86_64__)
	long result = call;

	asm volatile("call *%1" : "+a"(result) : "r"((char *)gate + 5), "D"(a), "S"(b), "d"(0L) : "rcx", "r11", "memory", "cc");
	return result;
#elif defined(__aarch64__)
	register long x0 asm("x0") = a, x1 asm("x1") = b, x2 asm("x2") = 0, x8 asm("x8") = call;

	asm volatile("blr %4" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8), "r"((char *)gate + 4) : "x30", "memory");
	return x0;
#endif
}

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	void *gate = (void *)find_gate();
	int fd = open("journal", O_RDWR | O_CREAT, 0600);
	long kept;

	if (!door || !gate || fd < 0)
		return true; // this test looks in the wrong place
	kept = turned(gate, SYS_dup, door->to, 0);
	if (kept < 0)
		kept = turned(gate, SYS_fcntl, door->to, F_DUPFD);
	if (kept < 0)
		return dup3(fd, door->to, 0) >= 0 || turned(gate, SYS_dup3, fd, door->to) >= 0;
	dup3(fd, door->to, 0);
	noise(x, n);
	dup3((int)kept, door->to, 0);
	return true;
}
