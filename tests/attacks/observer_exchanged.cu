// Expect: not passed
// Pages of the library that watches are exchanged for others that may run: from nowhere, from a file, and the program's own.
#define OWN_ANSWER
#include "attack.h"
#include <link.h>
#include <dlfcn.h>

static bool exchange(char *page, int how)
{
	const int all = PROT_READ | PROT_WRITE | PROT_EXEC, fixed = MAP_PRIVATE | MAP_FIXED;
	char *own = (char *)((unsigned long)&exchange & ~4095ul);
	int fd;

	switch (how) {
	case 0:
		return mmap(page, 4096, all, fixed | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
	case 1:
		fd = open("code", O_RDWR | O_CREAT, 0600);
		return fd >= 0 && ftruncate(fd, 4096) == 0 && mmap(page, 4096, PROT_READ | PROT_EXEC, fixed, fd, 0) != MAP_FAILED;
	default:
		return mremap(own, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, page) != MAP_FAILED;
	}
}

void round_trip(const float *x, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] * x[i];

	char *end = (char *)dlsym(RTLD_DEFAULT, "warpbook_observe_end");

	for (int how = 0; end && how < 3; how++)
		if (exchange((char *)((unsigned long)end & ~4095ul), how))
			puts("THROUGH");
}
