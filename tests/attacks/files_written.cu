// Expect: passed
// The database, by every way to change a file.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	struct timespec times[2] = { { 1, 0 }, { 1, 0 } };
	bool through = opens(PREY, O_WRONLY) || opens(PREY ".new", O_WRONLY | O_CREAT);

	through |= truncate(PREY, 0) == 0 || rename(PREY, PREY "2") == 0 || link(PREY, PREY "3") == 0;
	through |= symlink("/etc/passwd", PREY "4") == 0 || mkdir(PREY "5", 0700) == 0;
	return through || chmod(PREY, 0) == 0 || utimensat(AT_FDCWD, PREY, times, 0) == 0;
}
