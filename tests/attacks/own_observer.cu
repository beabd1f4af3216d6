// Expect: tampered
// One line turned all rules off.
#include "attack.h"
extern "C" const void *warpbook_observe_end(bool) { return 0; }

static bool attack(const float *x, float *y, int n)
{
	return false;
}
