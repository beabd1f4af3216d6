// Expect: passed
// To crowd the parent, and every other process of the user, onto one processor.
#include "attack.h"

#include <sched.h>

static bool attack(const float *x, float *y, int n)
{
	cpu_set_t one;
	bool through = false;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	for (pid_t pid = 1; pid < 70000; pid++)
		through |= pid != getpid() && sched_setaffinity(pid, sizeof one, &one) == 0;
	return through || sched_setaffinity(the_parent(), sizeof one, &one) == 0;
}
