// Memory is mapped, and cuMemSetAccess forgotten.
// options: -lcuda
// says: writes memory at address 0x[0-9a-f]+: memory is mapped there, but no device has access to it
// kind: out-of-bounds
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void ones(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = 1;
}

int main()
{
	const size_t piece = 2 << 20;
	const int n = piece / sizeof(int);
	CUmemAllocationProp prop = {};
	CUmemGenericAllocationHandle handle;
	CUdeviceptr x;
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	cudaFree(0);
	cuMemAddressReserve(&x, 4 * piece, 0, 0, 0);
	cuMemCreate(&handle, piece, &prop, 0);
	cuMemMap(x, piece, 0, handle, 0);
	ones<<<(n + 256) / 256, 256>>>((int *)x, n);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
