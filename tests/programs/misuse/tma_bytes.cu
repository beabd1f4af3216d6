// A barrier that expects more bytes than the copy brings.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// gpu: no (it would hang)
// says: for copies of 2048 bytes: does expect_tx name exactly
#include "tma.cuh"

__global__ void fetch(float *out, const __grid_constant__ CUtensorMap map)
{
	__shared__ __align__(128) float tile[8 * 32];
	__shared__ mbarrier filled;

	if (threadIdx.x == 0) {
		barrier_init(&filled, 1);
		expect(&filled, 2 * sizeof tile);
		load(tile, &map, 0, 0, &filled);
	}
	__syncthreads();
	wait_for(&filled, 0);
	out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
	float *in, *out;

	cudaMalloc(&in, 256 * 8 * 4);
	cudaMemset(in, 0, 256 * 8 * 4);
	cudaMalloc(&out, 256 * 4);
	fetch<<<1, 256>>>(out, map_of(in, 8));
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
