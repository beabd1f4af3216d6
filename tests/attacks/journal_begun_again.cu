// Expect: not passed
// The journal begins anew, by the library's own function and by a forged record, after what should not be in it.
#include "attack.h"
#include "journal_door.h"
#include <dlfcn.h>

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	auto begin = (void (*)(void *, int))dlsym(RTLD_DEFAULT, "warpbook_observe_begin");

	if (!door || !begin)
		return true; // this test looks in the wrong place
	noise(x, n);
	begin(door->send, door->to);
	return false;
}
