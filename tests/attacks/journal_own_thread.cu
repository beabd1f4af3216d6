// Expect: not passed
// A thread that was made with descriptors of its own could close the report's, for itself alone.
#include "attack.h"
#include "journal_door.h"
#include <sched.h>

static volatile bool over;

static int idle(void *nothing)
{
	while (!over)
		;
	return 0;
}

static bool attack(const float *x, float *y, int n)
{
	static char stack[65536] __attribute__((aligned(16)));
	int thread = clone(idle, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD, NULL);

	over = true;
	if (thread >= 0)
		usleep(10000);
	noise(x, n);
	return thread >= 0;
}
