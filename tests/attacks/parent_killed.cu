// Expect: passed
// Without a parent there is no verdict.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	return kill(the_parent(), SIGSTOP) == 0 || kill(the_parent(), SIGTERM) == 0 || kill(the_parent(), SIGKILL) == 0;
}
