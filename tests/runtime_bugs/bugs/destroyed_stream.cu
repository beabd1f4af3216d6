// expect: invalid-handle
// The stream is destroyed one turn too early.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void increment(int *x)
{
	x[threadIdx.x]++;
}

int main()
{
	int h[32], *x;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMalloc(&x, sizeof(h));
	cudaMemset(x, 0, sizeof(h));
	for (int turn = 0; turn < 2; turn++) {
		increment<<<1, 32, 0, s>>>(x); // BUG
		if (turn == 0) {
			cudaStreamSynchronize(s);
			cudaStreamDestroy(s);
		}
	}
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(x);
	return 0;
}
