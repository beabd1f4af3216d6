// A pipeline whose producer does not wait until the consumers have used a tile.
// needs: nvcc (no other compiler has been tried)
// options: -arch=sm_90
// gpu: no (undefined)
// says: already fills it
#include "tma.cuh"

__global__ void sum(float *out, const __grid_constant__ CUtensorMap map, int rounds)
{
	__shared__ __align__(128) float tile[2][8 * 32];
	__shared__ mbarrier filled[2];
	float s = 0;

	if (threadIdx.x == 0)
		for (int k = 0; k < 2; k++)
			barrier_init(&filled[k], 1);
	__syncthreads();
	if (threadIdx.x < 32) {
		if (threadIdx.x == 0)
			for (int r = 0; r < rounds; r++) {
				if (r >= 2)
					wait_for(&filled[r % 2], r / 2 % 2 ^ 1); // the copy before has arrived; it may still be read
				expect(&filled[r % 2], sizeof tile[0]);
				load(tile[r % 2], &map, 32 * r, 0, &filled[r % 2]);
			}
		return;
	}
	for (int r = 0; r < rounds; r++) {
		wait_for(&filled[r % 2], r / 2 % 2);
		s += tile[r % 2][threadIdx.x - 32];
	}
	out[threadIdx.x - 32] = s;
}

int main()
{
	float *in, *out;

	cudaMalloc(&in, 256 * 8 * 4);
	cudaMemset(in, 0, 256 * 8 * 4);
	cudaMalloc(&out, 256 * 4);
	sum<<<1, 288>>>(out, map_of(in, 8), 4);
	cudaDeviceSynchronize();
	cudaFree(in);
	cudaFree(out);
	return 0;
}
