// Expect: passed
// Before its function is called, the program takes the signal of single steps.
#include "attack.h"

static bool taken;

static void step(int) { }

__attribute__((constructor)) static void first()
{
	struct sigaction sa = {};

	sa.sa_handler = step;
	taken = sigaction(SIGTRAP, &sa, NULL) == 0 || signal(SIGTRAP, SIG_IGN) != SIG_ERR;
}

static bool attack(const float *x, float *y, int n)
{
	return taken;
}
