// Expect: passed
// A program that locks its own file, makes a descriptor non-blocking, and stays on a processor.
#include "attack.h"

#include <sched.h>
#include <sys/file.h>

static bool attack(const float *x, float *y, int n)
{
	struct flock all = {};
	cpu_set_t own;
	int fd = open("mine", O_RDWR | O_CREAT, 0600), copy = fcntl(fd, F_DUPFD_CLOEXEC, 20);

	all.l_type = F_WRLCK;
	return fd < 0 || copy < 20 || flock(fd, LOCK_EX) || fcntl(fd, F_SETLKW, &all) || fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) ||
	       sched_getaffinity(0, sizeof own, &own) || sched_setaffinity(0, sizeof own, &own);
}
