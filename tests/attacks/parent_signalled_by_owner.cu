// Expect: passed
// The kernel sends a signal to the owner of a descriptor that is ready: it must not be the parent, and not this process stopped by itself.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	struct { int type; pid_t pid; } owner = { 1 /* F_OWNER_PID */, the_parent() };
	int ends[2];
	char c = 'x';

	if (pipe(ends))
		return false;
	bool through = fcntl(ends[0], F_SETOWN, the_parent()) == 0;
	through |= fcntl(ends[0], 15 /* F_SETOWN_EX */, &owner) == 0;
	through |= fcntl(ends[0], F_SETOWN, getpid()) == 0;
	through |= fcntl(ends[0], 10 /* F_SETSIG */, SIGSTOP) == 0;
	through |= fcntl(ends[0], F_SETFL, O_ASYNC) == 0;
	through |= write(ends[1], &c, 1) != 1;
	return through;
}
