// Expect: not passed
// Files without end in the scratch folder.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	static char megabyte[1 << 20];
	char name[32];

	for (int i = 0; i < 100000; i++) {
		int fd = open((snprintf(name, sizeof name, "%d", i), name), O_WRONLY | O_CREAT, 0600);

		if (fd < 0 || write(fd, megabyte, sizeof megabyte) < 0)
			usleep(1000);
		close(fd);
	}
	return true;
}
