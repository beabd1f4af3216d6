// Grids of no blocks, of too many, blocks of no threads, too much shared memory.
// says: grid
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void nothing() {}
__global__ void shared_user(int *out)
{
	extern __shared__ int room[];
	room[threadIdx.x] = threadIdx.x;
	__syncthreads();
	*out = room[0];
}

#define TRY(what, ...)                                                                     \
	nothing<<<__VA_ARGS__>>>();                                                        \
	printf("%s: %s, ", what, cudaGetErrorName(cudaGetLastError()));                    \
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()))

int main()
{
	int *d;
	if (cudaMalloc(&d, 4) != cudaSuccess)
		return 1;
	TRY("no blocks", 0, 32);
	TRY("no blocks in y", dim3(1, 0, 1), 32);
	TRY("65536 blocks in y", dim3(1, 65536), 32);
	TRY("65536 blocks in z", dim3(1, 1, 65536), 32);
	TRY("2147483648 blocks in x", 2147483648u, 32);
	TRY("no threads", 1, 0);
	TRY("128 threads in z", 1, dim3(1, 1, 128));
	TRY("33 x 32 threads", 1, dim3(33, 32));
	TRY("48 KiB and a byte of shared memory", 1, 1, 48 * 1024 + 1);
	shared_user<<<1, 32, 100 * 1024>>>(d);
	printf("100 KiB without asking: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("asking: %s\n",
	    cudaGetErrorName(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024)));
	shared_user<<<1, 32, 100 * 1024>>>(d);
	printf("100 KiB having asked: %s\n", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return cudaFree(d);
}
