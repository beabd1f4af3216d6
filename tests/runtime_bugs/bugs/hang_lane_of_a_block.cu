// expect: hang deadlock
// One lane spins, and all other threads of its block wait for it at the barrier: the line is that of the loop.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void take_turns(unsigned *turn, int *out)
{
	__shared__ int before;
	if (threadIdx.x == 0)
		before = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		atomicAdd(&before, 1);
	__syncthreads();
	if (__builtin_expect(threadIdx.x == 0, 0)) { // the loop ends up behind the barrier
		while (atomicAdd(turn, 0) != blockIdx.x) // BUG
			;
		before = blockIdx.x;
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

int main()
{
	unsigned *turn;
	int *out, h = 0;
	cudaMalloc(&turn, sizeof(unsigned));
	cudaMalloc(&out, 128 * sizeof(int));
	cudaMemset(turn, 0, sizeof(unsigned));
	cudaMemset(out, 0, 128 * sizeof(int));
	take_turns<<<2, 64>>>(turn, out);
	cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	cudaFree(turn);
	cudaFree(out);
	return 0;
}
