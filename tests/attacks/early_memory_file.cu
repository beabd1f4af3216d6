// Expect: passed
// Before its function is called, the program opens the file of its own memory, for later.
#include "attack.h"
#include "journal_door.h"

static int opened[3];

__attribute__((constructor)) static void first()
{
	opened[0] = open("/proc/self/mem", O_RDWR);
	opened[1] = open("/proc/thread-self/mem", O_WRONLY);
	opened[2] = open("/proc/self/map_files", O_RDONLY | O_DIRECTORY);
}

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door(), shut = { door ? door->send : NULL, 2 };
	bool through = !door; // this test looks in the wrong place

	for (int fd : opened)
		through |= fd >= 0 && door && pwrite(fd, &shut, sizeof shut, (off_t)(unsigned long)door) > 0;
	return through;
}
