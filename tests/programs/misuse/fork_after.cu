// A child made by fork() uses CUDA, which its parent had already begun to use.
// says: child of fork
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cuda_runtime.h>

int main()
{
	int *d, status;
	if (cudaMalloc(&d, 4) != cudaSuccess)
		return 1;
	pid_t child = fork();
	if (child == 0) {
		int *e;
		cudaError_t error = cudaMalloc(&e, 4);
		printf("child: %s\n", cudaGetErrorName(error));
		fflush(stdout);
		_exit(0);
	}
	waitpid(child, &status, 0);
	printf("child ended with %d, parent: %s\n", WEXITSTATUS(status), cudaGetErrorName(cudaFree(d)));
	return 0;
}
