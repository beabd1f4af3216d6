// Expect: passed
// Root in a world of its own, which reaches far more of the kernel.
#include "attack.h"
#include <sched.h>

static bool attack(const float *x, float *y, int n)
{
	return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0 || syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) > 0;
}
