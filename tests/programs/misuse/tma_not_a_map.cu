// A tensor copy by a map that was never made.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// gpu: no (undefined)
// says: gives address 0x[0-9a-f]+ to a tensor copy, where there is no tensor map
// kind: bad-tensor-map
#include "tma.cuh"

__global__ void fetch(const __grid_constant__ CUtensorMap map)
{
	__shared__ __align__(128) float tile[8 * 32];
	__shared__ mbarrier filled;

	if (threadIdx.x)
		return;
	barrier_init(&filled, 1);
	expect(&filled, sizeof tile);
	load(tile, &map, 0, 0, &filled);
	wait_for(&filled, 0);
}

int main()
{
	CUtensorMap map = {};

	fetch<<<1, 32>>>(map);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
