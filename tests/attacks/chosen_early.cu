// Expect: tampered
// Code that runs while symbols are bound.
#include "attack.h"
static int right() { return 1; }
#ifndef __CUDA_ARCH__ // the device has none
extern "C" int (*choose())() { if (write(3, "E", 1) > 0) _exit(0); return right; }
extern "C" int chosen() __attribute__((ifunc("choose")));
#else
int chosen();
#endif

static bool attack(const float *x, float *y, int n)
{
	return chosen() != 1;
}
