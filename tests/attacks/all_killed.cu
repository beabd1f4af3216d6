// Expect: passed
// One of six submissions, and the whole class is gone.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	return kill(-1, SIGKILL) == 0 || kill(0, SIGCONT) == 0;
}
