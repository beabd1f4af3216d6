// Expect: passed
// A process that makes itself a session of its own outlives its group.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	pid_t pid = fork();

	if (pid == 0) {
		setsid();
		sleep(60);
		_exit(0);
	}
	return pid > 0;
}
