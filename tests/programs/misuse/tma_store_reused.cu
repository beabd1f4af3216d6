// A tile that is overwritten before the copy to global memory has read it.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// gpu: no (undefined)
// says: writes tile\[[0-9]+\], which the asynchronous copy on line [0-9]+ by thread \(0,0,0\) may not have read yet
#include "tma.cuh"

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
	__shared__ __align__(128) float tile[8 * 32];

	for (int r = 0; r < 2; r++) {
		tile[threadIdx.x] = r;
		asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
		__syncthreads();
		if (threadIdx.x == 0)
			asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, 0}], [%2];\ncp.async.bulk.commit_group;"
				     : : "l"(&map), "r"(32 * r), "r"(in_shared(tile)) : "memory");
		__syncthreads();
	}
	if (threadIdx.x == 0)
		asm volatile("cp.async.bulk.wait_group 0;" : : : "memory");
}

int main()
{
	float *out;

	cudaMalloc(&out, 256 * 8 * 4);
	fill<<<1, 256>>>(map_of(out, 8));
	cudaDeviceSynchronize();
	cudaFree(out);
	return 0;
}
