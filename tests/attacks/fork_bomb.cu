// Expect: passed
// As many processes as there are.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	int n_made = 0;

	for (int i = 0; i < 200; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			setsid();
			sleep(30);
			_exit(0);
		}
		n_made += pid > 0;
	}
	return n_made > 0;
}
