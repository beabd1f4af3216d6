// Expect: passed
// Another program in the place of this one.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	execl("/bin/sh", "sh", "-c", "echo THROUGH", (char *)NULL);
	execl("/usr/bin/env", "env", "echo", "THROUGH", (char *)NULL);
	return system("echo THROUGH") == 0;
}
