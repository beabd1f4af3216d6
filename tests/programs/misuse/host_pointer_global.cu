// A kernel is given a pointer to the host's global. (A GPU whose driver pages host memory in would take it.)
// says: h_x is a host pointer|h_x.*host
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

static int h_x[64];

__global__ void increment(int *data, int n)
{
	int i = threadIdx.x;
	if (i < n)
		data[i]++;
}

int main()
{

	for (int i = 0; i < 64; i++)
		h_x[i] = i;
	int pageable = 0;
	if (cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0) != cudaSuccess)
		return 1;
	increment<<<1, 64>>>(h_x, 64);
	cudaError_t launch = cudaGetLastError(), wait = cudaDeviceSynchronize();
	if (pageable)
		fprintf(stderr, "this device reads the host's memory\n");
	printf("launch: %s\nwait: %s\n", cudaGetErrorName(launch), cudaGetErrorName(pageable ? cudaErrorIllegalAddress : wait));
	return 0;
}
