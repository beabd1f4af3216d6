// expect: async-host-race
// The kernel writes registered memory, and the host does not wait for it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void squares(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i * i;
}

int main()
{
	const int n = 4096;
	void *room;
	if (posix_memalign(&room, 4096, n * sizeof(int)))
		return 1;
	int *out = (int *)room, *d;
	cudaHostRegister(out, n * sizeof(int), cudaHostRegisterMapped);
	cudaHostGetDevicePointer(&d, out, 0);
	squares<<<n / 256, 256>>>(d, n);
	printf("%d\n", out[5]); // BUG
	cudaDeviceSynchronize();
	cudaHostUnregister(out);
	free(room);
	return 0;
}
