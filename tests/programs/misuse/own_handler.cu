// The program has a SIGSEGV handler of its own, for its own faults.
// status: 7
// says: nothing
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <cuda_runtime.h>

static void caught(int sig)
{
	(void)!write(1, "caught\n", 7);
	_exit(sig == SIGSEGV ? 7 : 8);
}

int main()
{
	int *p = NULL, *d;
	signal(SIGSEGV, caught);
	if (cudaMalloc(&d, 4) != cudaSuccess || cudaFree(d) != cudaSuccess)
		return 1;
	*(volatile int *)p = 1;
	return 0;
}
