// expect: stream-race
// options: --devices 2
// The copy from device 1 is in a stream of device 0, which does not wait for the kernel that writes the source.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *x, int value)
{
	x[threadIdx.x] = value;
}

int main()
{
	int h[32], *x[2];
	cudaStream_t s[2];
	for (int d = 0; d < 2; d++) {
		cudaSetDevice(d);
		cudaStreamCreate(&s[d]);
		cudaMalloc(&x[d], sizeof(h));
	}
	fill<<<1, 32, 0, s[1]>>>(x[1], 7);
	cudaMemcpyPeerAsync(x[0], 0, x[1], 1, sizeof(h), s[0]); // BUG
	cudaMemcpyAsync(h, x[0], sizeof(h), cudaMemcpyDeviceToHost, s[0]);
	cudaStreamSynchronize(s[0]);
	cudaStreamSynchronize(s[1]);
	printf("%d\n", h[0]);
	for (int d = 0; d < 2; d++) {
		cudaFree(x[d]);
		cudaStreamDestroy(s[d]);
	}
	return 0;
}
