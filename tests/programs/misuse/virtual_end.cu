// A kernel goes past the memory that is mapped, into addresses that are only reserved.
// options: -lcuda
// says: thread .0,0,0. of block .2048,0,0. writes x\[524288\] at address 0x[0-9a-f]+, which is reserved, but nothing is mapped there
// kind: out-of-bounds
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void ones(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= n)
		x[i] = 1;
}

int main()
{
	const size_t piece = 2 << 20;
	const int n = piece / sizeof(int);
	CUmemAllocationProp prop = {};
	CUmemAccessDesc access = {};
	CUmemGenericAllocationHandle handle;
	CUdeviceptr x;
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access.location = prop.location;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	cudaFree(0);
	cuMemAddressReserve(&x, 4 * piece, 0, 0, 0);
	cuMemCreate(&handle, piece, &prop, 0);
	cuMemMap(x, piece, 0, handle, 0);
	cuMemSetAccess(x, piece, &access, 1);
	ones<<<(n + 256) / 256, 256>>>((int *)x, n);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
