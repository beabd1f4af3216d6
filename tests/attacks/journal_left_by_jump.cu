// Expect: not passed
// A host function jumps out of the call that runs it, so that the call is never counted.
#include "attack.h"
#include "journal_door.h"
#include <setjmp.h>

static jmp_buf before;

static void CUDART_CB leave(void *nothing)
{
	longjmp(before, 1);
}

static bool attack(const float *x, float *y, int n)
{
	cudaLaunchHostFunc(0, leave, NULL);
	if (!setjmp(before))
		cudaDeviceSynchronize();
	return false;
}
