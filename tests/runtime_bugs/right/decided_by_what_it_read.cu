// prints: 3
// A kernel changes its input in place; the host looks at that, and needs no other result.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(int *state, int *spare, int n)
{
	int i = threadIdx.x;
	if (i < n) {
		spare[i] = state[i];
		state[i] = state[i] + 1;
	}
}

int main()
{
	int h[32] = { 2 }, *state, *spare;
	cudaMalloc(&state, sizeof h);
	cudaMalloc(&spare, sizeof h);
	cudaMemcpy(state, h, sizeof h, cudaMemcpyHostToDevice);
	step<<<1, 32>>>(state, spare, 32);
	cudaMemcpy(h, state, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(state);
	cudaFree(spare);
	return 0;
}
