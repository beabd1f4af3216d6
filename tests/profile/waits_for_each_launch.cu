// Expect: waits 19
// The host waits for each kernel of a loop before it launches the next.
#include <cstdio>
#include <cuda_runtime.h>

#define N (1 << 16)

__global__ void step(float *to, const float *from)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	to[i] = from[i] * 0.5f + 1;
}

static void run(float *a, float *b)
{
	for (int k = 0; k < 50; k++) {
		step<<<N / 256, 256>>>(a, b);
#ifndef FIXED
		cudaDeviceSynchronize();
#endif
		step<<<N / 256, 256>>>(b, a);
	}
}

#ifdef FIXED
// Two streams wait for each other only if the host, or an event, makes them.
static void run_in_two(float *a, float *b)
{
	cudaStream_t s[2];
	cudaStreamCreate(&s[0]);
	cudaStreamCreate(&s[1]);
	for (int k = 0; k < 50; k++) {
		step<<<N / 256, 256, 0, s[0]>>>(a, b);
		cudaStreamSynchronize(s[0]);
		step<<<N / 256, 256, 0, s[1]>>>(b, a);
		cudaStreamSynchronize(s[1]);
	}
	cudaStreamDestroy(s[0]);
	cudaStreamDestroy(s[1]);
}
#endif

int main()
{
	float *a, *b, h;
	cudaMalloc(&a, N * sizeof(float));
	cudaMalloc(&b, N * sizeof(float));
	cudaMemset(b, 0, N * sizeof(float));
	run(a, b);
#ifdef FIXED
	run_in_two(a, b);
#endif
	cudaMemcpy(&h, b, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
