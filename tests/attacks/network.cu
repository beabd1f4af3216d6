// Expect: passed
// Answers from outside, sources to outside.
#include "attack.h"
#include <sys/socket.h>

static bool attack(const float *x, float *y, int n)
{
	const int families[] = { AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, 40 /* AF_VSOCK */ };
	bool through = false;
	int pair[2];

	for (int family : families)
		through |= socket(family, SOCK_STREAM, 0) >= 0 || socket(family, SOCK_DGRAM, 0) >= 0;
	return through || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}
