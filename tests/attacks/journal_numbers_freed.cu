// Expect: passed
// Every descriptor is closed, in one call and one by one, and files are opened until one has the report's number.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	bool through = false;

	if (!door)
		return true; // this test looks in the wrong place
	through |= syscall(SYS_close_range, door->to, door->to, 0) == 0;
	through |= syscall(SYS_close_range, 3, ~0u, 4 /* CLOSE_RANGE_CLOEXEC */) == 0;
	through |= close(door->to) == 0;
	for (int i = 0; i < 20; i++)
		through |= open("/dev/null", O_WRONLY) == door->to;
	for (int fd = 6; fd < 40; fd++)
		close(fd);
	return through;
}
