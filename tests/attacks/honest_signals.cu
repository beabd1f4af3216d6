// Expect: passed
// Signals of its own, to itself.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	static volatile sig_atomic_t seen;

	signal(SIGUSR1, [](int) { seen = 1; });
	raise(SIGUSR1);
	kill(getpid(), SIGUSR1);
	return !seen;
}
