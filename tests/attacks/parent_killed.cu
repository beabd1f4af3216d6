// Expect: passed
// Without a parent there is no verdict.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	return kill(getppid(), SIGSTOP) == 0 || kill(getppid(), SIGTERM) == 0 || kill(getppid(), SIGKILL) == 0;
}
