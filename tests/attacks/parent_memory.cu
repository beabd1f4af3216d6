// Expect: passed
// The judge's code and the expected values lie in the parent.
#include "attack.h"
#include <sys/uio.h>

static bool attack(const float *x, float *y, int n)
{
	char byte;
	struct iovec here = { &byte, 1 }, there = { (void *)&byte, 1 };

	return opens(of_parent("mem"), O_RDWR) || opens(of_parent("mem"), O_RDONLY) || opens(of_parent("maps"), O_RDONLY) ||
	       syscall(SYS_process_vm_readv, the_parent(), &here, 1, &there, 1, 0) == 1;
}
