// Expect: not passed
// The library faults on memory that the program has closed, and the program's handler leaves the call, which is never counted.
#include "attack.h"
#include "journal_door.h"
#include <setjmp.h>

static sigjmp_buf before;

static void leave(int)
{
	siglongjmp(before, 1);
}

static bool attack(const float *x, float *y, int n)
{
	char *closed = (char *)mmap(NULL, 1 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	float *d;

	signal(SIGSEGV, leave);
	cudaMalloc(&d, 1 << 20);
	cudaMemset(d, 0, 1 << 20);
	if (!sigsetjmp(before, 1))
		cudaMemcpy(closed, d, 1 << 20, cudaMemcpyDeviceToHost);
	return false;
}
