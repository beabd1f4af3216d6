// Expect: passed
// Another learner's result.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	return unlink(PREY) == 0 || unlinkat(AT_FDCWD, PREY, 0) == 0;
}
