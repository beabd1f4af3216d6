// Expect: copies-each-turn 21
// The host gets the array after each turn, and needs the last one.
#include <cstdio>
#include <cuda_runtime.h>

#define N (1 << 16)

__global__ void step(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.5f + 1;
}

static void run(float *x, float *h)
{
	for (int k = 0; k < 10; k++) {
		step<<<N / 256, 256>>>(x);
#ifdef FIXED
		if (k == 9)
#endif
		cudaMemcpy(h, x, N * sizeof(float), cudaMemcpyDeviceToHost);
	}
}

int main()
{
	float *x, *h = new float[N];
	cudaMalloc(&x, N * sizeof(float));
	cudaMemset(x, 0, N * sizeof(float));
	run(x, h);
	printf("%g\n", h[0]);
	cudaFree(x);
	delete[] h;
	return 0;
}
