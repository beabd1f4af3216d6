// A child made by fork() before anything of CUDA: parent and child each have a device of their own.
// says: nothing
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cuda_runtime.h>

__global__ void set(int *out, int value) { *out = value; }

static int use(int value)
{
	int *d, h = 0;
	if (cudaMalloc(&d, 4) != cudaSuccess)
		return -1;
	set<<<1, 1>>>(d, value);
	if (cudaGetLastError() != cudaSuccess || cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost) != cudaSuccess)
		return -2;
	return cudaFree(d) == cudaSuccess ? h : -3;
}

int main()
{
	int status;
	pid_t child = fork();
	if (child == 0) {
		printf("child: %d\n", use(5));
		fflush(stdout);
		_exit(0);
	}
	waitpid(child, &status, 0);
	printf("parent: %d\n", use(6));
	return status;
}
