// Expect: not passed
// The report's descriptor is kept under another number while a file of the program's own takes its place.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();
	int fd = open("journal", O_RDWR | O_CREAT, 0600), kept;
	bool through;

	if (!door || fd < 0)
		return true; // this test looks in the wrong place
	kept = dup(door->to);
	kept = kept >= 0 ? kept : fcntl(door->to, F_DUPFD, 30);
	through = kept >= 0;
	dup2(fd, door->to);
	noise(x, n);
	if (kept >= 0)
		dup2(kept, door->to);
	return through;
}
