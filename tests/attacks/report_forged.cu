// Expect: passed
// A record of its own on every descriptor, and on those opened anew.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	static const char end[9] = { 69 };
	char name[32];
	bool through = false;

	for (int fd = 3; fd < 64; fd++) {
		if (fd == 4)
			continue; /* where questions go: it is closed, and nothing comes of it */
		through |= write(fd, end, sizeof end) > 0 || dup(fd) >= 0;
		snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
		through |= opens(name, O_WRONLY);
	}
	return through;
}
