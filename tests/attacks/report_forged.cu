// Expect: passed
// A record of its own on every descriptor, and on those opened anew.
#include <sys/stat.h>

#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	static const char end[9] = { 69 };
	char name[32];
	struct stat st;
	bool through = false;

	for (int fd = 3; fd < 64; fd++) {
		if (fd == 4)
			continue; /* where questions go: it is closed, and nothing comes of it */
		if (fstat(fd, &st) == 0 && S_ISCHR(st.st_mode))
			continue; /* /dev/null, where output of the further call goes */
		through |= write(fd, end, sizeof end) > 0 || dup(fd) >= 0;
		snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
		through |= opens(name, O_WRONLY);
	}
	return through;
}
