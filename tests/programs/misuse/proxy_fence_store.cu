// A tile that is written by all threads, and stored to global memory by a tensor copy after a barrier alone.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// gpu: no (undefined)
// says: lets an asynchronous operation read tile\[[0-9]+\], which thread .* has written on line 14, with no fence.proxy.async in between
// kind: proxy-fence
#include "tma.cuh"

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
	__shared__ __align__(128) float tile[8 * 32];

	for (int r = 0; r < 2; r++) {
		tile[threadIdx.x] = r;
		__syncthreads();
		if (threadIdx.x == 0)
			asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, 0}], [%2];\ncp.async.bulk.commit_group;\n"
				     "cp.async.bulk.wait_group 0;" : : "l"(&map), "r"(32 * r), "r"(in_shared(tile)) : "memory");
		__syncthreads();
	}
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
