// Expect: passed
// A limit on file sizes does not bind a mapping.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	int fd = open(PREY, O_RDWR);

	return fd >= 0 && mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED;
}
