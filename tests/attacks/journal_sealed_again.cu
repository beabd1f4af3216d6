// Expect: not passed
// The library is reported anew where the journal goes: to a function of the program's own.
#include "attack.h"
#include "journal_door.h"
#include <dlfcn.h>

static bool taken;

static void own(int to, unsigned char *chunk, size_t len)
{
	taken = true;
}

static bool attack(const float *x, float *y, int n)
{
	auto seal = (void (*)(void (*)(int, unsigned char *, size_t), int))dlsym(RTLD_DEFAULT, "warpbook_observe_seal");

	if (!seal)
		return true; // this test looks in the wrong place
	seal(own, 2);
	noise(x, n);
	return taken;
}
