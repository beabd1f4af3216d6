// prints: 2 3 6
// Two kernels and a copy read one input at the same time.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void times(int *out, const int *in, int k) { out[threadIdx.x] = k * in[threadIdx.x]; }

int main()
{
	int *h, *in, *a, *b;
	cudaStream_t s[3];
	cudaMallocHost(&h, 3 * 64 * sizeof(int));
	for (int k = 0; k < 3; k++)
		cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&in, 64 * sizeof(int));
	cudaMalloc(&a, 64 * sizeof(int));
	cudaMalloc(&b, 64 * sizeof(int));
	cudaMemcpy(in, h, 64 * sizeof(int), cudaMemcpyHostToDevice);
	times<<<1, 64, 0, s[0]>>>(a, in, 1);
	times<<<1, 64, 0, s[1]>>>(b, in, 3);
	cudaMemcpyAsync(h + 128, in, 64 * sizeof(int), cudaMemcpyDeviceToHost, s[2]);
	cudaMemcpyAsync(h, a, 64 * sizeof(int), cudaMemcpyDeviceToHost, s[0]);
	cudaMemcpyAsync(h + 64, b, 64 * sizeof(int), cudaMemcpyDeviceToHost, s[1]);
	cudaDeviceSynchronize();
	printf("%d %d %d\n", h[2], h[64 + 1], h[128 + 6]);
	for (int k = 0; k < 3; k++)
		cudaStreamDestroy(s[k]);
	cudaFreeHost(h);
	cudaFree(in);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
