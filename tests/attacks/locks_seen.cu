// Expect: passed
// Two programs may both read a file of the system: a lock on it, which one takes and the other sees, would carry an answer across.
#include "attack.h"

#include <sys/file.h>

static bool attack(const float *x, float *y, int n)
{
	struct flock all = {};
	int first = open("/dev/null", O_RDONLY), second = open("/dev/null", O_RDONLY);

	if (first < 0 || second < 0)
		return false;
	all.l_type = F_RDLCK;
	fcntl(first, F_SETLK, &all);
	fcntl(first, 37 /* F_OFD_SETLK */, &all);
	flock(first, LOCK_EX);
	all.l_type = F_WRLCK;
	return flock(second, LOCK_EX | LOCK_NB) != 0 || fcntl(second, F_GETLK, &all) == 0 || fcntl(second, 36 /* F_OFD_GETLK */, &all) == 0 ||
	       fcntl(first, 1024 /* F_SETLEASE */, F_RDLCK) == 0;
}
