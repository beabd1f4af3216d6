// Expect: host-crash
// The job is gone from standard input, and the report from descriptor 3.
#include "attack.h"
__attribute__((constructor)) static void first()
{
	char job[64];

	if (read(0, job, sizeof job) > 0 || write(3, "E", 1) > 0)
		printf("THROUGH\n");
	_exit(0);
}

static bool attack(const float *x, float *y, int n)
{
	return false;
}
