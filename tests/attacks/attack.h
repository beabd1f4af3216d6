/*
 * attack.h - the frame of every file here: an honest solution of 06_host_memory/round_trip that also attempts an attack.
 *
 * The first lines of a file give its expected result, for run.sh:
 *
 *	// Expect: passed     the verdict; "not passed" for any other
 *
 * attack() returns whether it succeeded, and then the frame prints "THROUGH", which run.sh treats as a failure. run.sh
 * writes prey.h: PREY is a file of the user's, CACHE warpbook's cache.
 */
#include <cuda_runtime.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "prey.h"

static bool attack(const float *x, float *y, int n);

__global__ void square(float *y, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = x[i] * x[i];
}

#ifndef OWN_ANSWER
void round_trip(const float *x, float *y, int n)
{
	size_t bytes = n * sizeof(float);
	float *d_x, *d_y;

	cudaMalloc(&d_x, bytes);
	cudaMalloc(&d_y, bytes);
	cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
	square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
	cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
	cudaFree(d_x);
	cudaFree(d_y);
	if (attack(x, y, n)) {
		printf("THROUGH\n");
		fflush(stdout);
	}
}
#endif

static inline bool opens(const char *name, int flags)
{
	int fd = open(name, flags, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* In another pid namespace getppid() is 0, but /proc, which is this machine's, has the number. */
static inline pid_t the_parent(void)
{
	char line[128];
	int pid = (int)getppid();
	FILE *status = fopen("/proc/self/status", "r");

	while (status && fgets(line, sizeof line, status))
		sscanf(line, "PPid: %d", &pid);
	if (status)
		fclose(status);
	return pid;
}

static inline const char *of_parent(const char *file)
{
	static char name[64];

	snprintf(name, sizeof name, "/proc/%d/%s", (int)the_parent(), file);
	return name;
}
