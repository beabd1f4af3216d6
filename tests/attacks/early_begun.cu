// Expect: tampered
// The program begins the observation itself, before the harness does.
#include "attack.h"
#include <dlfcn.h>

__attribute__((constructor)) static void first()
{
	auto begin = (void (*)(void *, int))dlsym(RTLD_DEFAULT, "warpbook_observe_begin");

	if (begin)
		begin(NULL, 0);
	else
		puts("THROUGH"); // this test looks in the wrong place
}

static bool attack(const float *x, float *y, int n)
{
	return false;
}
