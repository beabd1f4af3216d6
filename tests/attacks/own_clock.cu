// Expect: tampered
// Time as one likes it.
#include "attack.h"
#include <time.h>
extern "C" int clock_gettime(clockid_t, struct timespec *t) noexcept { *t = { 0, 0 }; return 0; }

static bool attack(const float *x, float *y, int n)
{
	return false;
}
