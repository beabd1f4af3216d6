// Expect: passed
// Memory that no limit counts, and that the next submission finds.
#include "attack.h"
#include <sys/shm.h>

static bool attack(const float *x, float *y, int n)
{
	return shmget(IPC_PRIVATE, (size_t)1 << 30, IPC_CREAT | 0600) >= 0 || opens("/dev/shm/next", O_RDWR | O_CREAT) ||
	       syscall(SYS_memfd_create, "m", 0) >= 0 ||
	       mmap(NULL, (size_t)5 << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
