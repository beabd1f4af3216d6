// Expect: not passed
// The library is asked for its observations before the copies that nobody shall see.
#include "attack.h"
#include "journal_door.h"
#include <dlfcn.h>

static bool attack(const float *x, float *y, int n)
{
	auto end = (void (*)(bool))dlsym(RTLD_DEFAULT, "warpbook_observe_end");

	if (!end)
		return true; // this test looks in the wrong place
	end(false);
	noise(x, n);
	return false;
}
