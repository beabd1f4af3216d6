// Expect: passed
// A debugger for the parent.
#include "attack.h"
#include <sys/ptrace.h>

static bool attack(const float *x, float *y, int n)
{
	return ptrace(PTRACE_ATTACH, the_parent(), 0, 0) == 0 || ptrace(PTRACE_SEIZE, the_parent(), 0, 0) == 0;
}
