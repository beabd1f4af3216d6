// Expect: passed
// Keys and paths in the environment of whoever checks.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	return opens(of_parent("environ"), O_RDONLY) || opens(of_parent("fd/1"), O_WRONLY);
}
