// Expect: not passed
// The page that says where the journal goes is written to through the file of the process's own memory.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door(), shut = { door ? door->send : NULL, 2 };
	const char *names[] = { "/proc/self/mem", "/proc/thread-self/mem", "/proc/self/task/../mem" };
	bool through = false;

	for (const char *name : names) {
		int fd = open(name, O_RDWR);

		through |= fd >= 0 && pwrite(fd, &shut, sizeof shut, (off_t)(unsigned long)door) > 0;
	}
	prctl(PR_SET_DUMPABLE, 1);
	through |= opens("/proc/self/mem", O_RDWR);
	noise(x, n);
	return through;
}
