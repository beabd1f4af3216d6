// Expect: passed
// The seed of the hidden inputs, through the order of blocks.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	printf("ORDER=%s\n", getenv("WARPBOOK_ORDER") ? getenv("WARPBOOK_ORDER") : "none");
	return false;
}
