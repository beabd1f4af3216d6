// Eight megabytes of the host's and as much as the buffer takes of a kernel's.
// says: nothing
// compare: sum
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void chatter(int lines)
{
	for (int i = 0; i < lines; i++)
		printf("%d %d\n", (int)threadIdx.x, i);
}

int main()
{
	for (int i = 0; i < 1 << 20; i++)
		printf("%07d\n", i);
	chatter<<<1, 32>>>(100);
	cudaError_t launch = cudaGetLastError(), status = cudaDeviceSynchronize();
	fprintf(stdout, "%s %s\n", cudaGetErrorName(launch), cudaGetErrorName(status));
	return 0;
}
