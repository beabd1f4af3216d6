// Stores of a box before the array, which only loads may do.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// says: stores a box at coordinate -8; only loads may begin before the array
#include "tma.cuh"

__global__ void put(const __grid_constant__ CUtensorMap map)
{
	__shared__ __align__(128) float tile[8 * 32];

	for (int k = threadIdx.x; k < 8 * 32; k += 32)
		tile[k] = k;
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x)
		return;
	asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];\n"
		     "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" : : "l"(&map), "r"(0), "r"(-8), "r"(in_shared(tile)) : "memory");
}

int main()
{
	float *array;

	cudaMalloc(&array, 256 * 8 * sizeof(float));
	cudaMemset(array, 0, 256 * 8 * sizeof(float));
	CUtensorMap map = map_of(array, 8);

	put<<<1, 32>>>(map);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
