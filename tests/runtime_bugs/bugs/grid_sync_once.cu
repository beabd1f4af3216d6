// expect: data-race-global
// A round of a relaxation needs two barriers of the grid: without the second, a block may read a neighbour's old or new values.
// All blocks look at the barrier before any of them goes on; otherwise the later ones seem to wait for the first one's next round.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void relax(float *a, float *b, int n, int rounds)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int r = 0; r < rounds; r++) {
		b[i] = a[(i + 32) % n] + 1; // BUG
		grid.sync();
		a[i] = b[i]; // BUG
	}
}
int main()
{
	int n = 256, rounds = 4;
	float *a, *b, first = 0;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMemset(a, 0, n * sizeof(float));
	void *args[] = { &a, &b, &n, &rounds };
	cudaLaunchCooperativeKernel((void *)relax, dim3(n / 32), dim3(32), args, 0, 0);
	cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
	printf("%g\n", first);
	cudaFree(a);
	cudaFree(b);
}
