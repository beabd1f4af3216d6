// prints: 9
// cudaFree waits by itself for what is still running.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; }

int main()
{
	int h[32], *in, *out;
	cudaStream_t s;
	for (int i = 0; i < 32; i++)
		h[i] = i;
	cudaStreamCreate(&s);
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	square<<<1, 32, 0, s>>>(out, in);
	cudaFree(in);
	cudaStreamSynchronize(s);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(out);
	cudaStreamDestroy(s);
	return 0;
}
