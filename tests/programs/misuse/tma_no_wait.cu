// A tile that is read before its copy has arrived.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// gpu: no (undefined)
// says: reads tile\[[0-9]+\] while the asynchronous copy on line [0-9]+ into it by thread \(0,0,0\) is pending
#include "tma.cuh"

__global__ void sum(float *out, const __grid_constant__ CUtensorMap map)
{
	__shared__ __align__(128) float tile[8 * 32];
	__shared__ mbarrier filled;

	if (threadIdx.x == 0) {
		barrier_init(&filled, 1);
		expect(&filled, sizeof tile);
		load(tile, &map, 0, 0, &filled);
	}
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x];
	wait_for(&filled, 0);
}

int main()
{
	float *in, *out;

	cudaMalloc(&in, 256 * 8 * 4);
	cudaMemset(in, 0, 256 * 8 * 4);
	cudaMalloc(&out, 256 * 4);
	sum<<<1, 256>>>(out, map_of(in, 8));
	cudaDeviceSynchronize();
	cudaFree(in);
	cudaFree(out);
	return 0;
}
