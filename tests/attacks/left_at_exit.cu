// Expect: not passed
// What runs at the end of the program writes a report of its own, after ours is on its way.
#define OWN_ANSWER
#include "attack.h"

static void forge(void)
{
	static const char end[9] = { 69 };

	for (int fd = 3; fd < 64; fd++)
		if (fd != 4 && write(fd, end, sizeof end) > 0 && !isatty(fd))
			continue;
	_exit(0);
}

void round_trip(const float *x, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] * x[i];
	atexit(forge);
	exit(0);
}
