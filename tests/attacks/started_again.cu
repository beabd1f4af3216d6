// Expect: not passed
// The program starts itself again, with a library in front of all others and the report where it can be reached.
#define OWN_ANSWER
#include "attack.h"

void round_trip(const float *x, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] * x[i];
	char name[4096], preload[] = "LD_PRELOAD=./evil.so", audit[] = "LD_AUDIT=./evil.so";
	char *arguments[] = { name, NULL }, *variables[] = { preload, audit, NULL };
	ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);

	if (length <= 0)
		return;
	name[length] = 0;
	for (int fd = 3; fd < 64; fd++)
		if (fd != 4)
			fcntl(fd, F_SETFD, 0);
	execve(name, arguments, variables);
}
