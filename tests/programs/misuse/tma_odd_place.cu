// A box that begins at byte 4 of its rows: a GPU takes multiples of 16 only.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// says: copies a box that begins at byte 4 of its rows, which is not a multiple of 16
#include "tma.cuh"

__global__ void fetch(const __grid_constant__ CUtensorMap map)
{
	__shared__ __align__(128) float tile[8 * 32];
	__shared__ mbarrier filled;

	if (threadIdx.x)
		return;
	barrier_init(&filled, 1);
	expect(&filled, sizeof tile);
	load(tile, &map, 1, 0, &filled);
	wait_for(&filled, 0);
}

int main()
{
	float *array;

	cudaMalloc(&array, 256 * 8 * sizeof(float));
	cudaMemset(array, 0, 256 * 8 * sizeof(float));
	CUtensorMap map = map_of(array, 8);

	fetch<<<1, 32>>>(map);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
