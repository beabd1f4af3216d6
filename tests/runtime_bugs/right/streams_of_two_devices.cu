// prints: 3 4
// options: --devices 2
// Copies, events and waits go into streams of either device, whichever is current; kernels go where their device is current.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void increment(int *x)
{
	x[threadIdx.x]++;
}

int main()
{
	int h[2][32], *x[2];
	cudaStream_t s[2];
	cudaEvent_t done;
	for (int d = 0; d < 2; d++) {
		cudaSetDevice(d);
		cudaStreamCreate(&s[d]);
		cudaMalloc(&x[d], sizeof(h[d]));
		for (int i = 0; i < 32; i++)
			h[d][i] = d + 2;
	}
	cudaSetDevice(0);
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	cudaMemcpyAsync(x[0], h[0], sizeof(h[0]), cudaMemcpyHostToDevice, s[0]);
	cudaMemcpyAsync(x[1], h[1], sizeof(h[1]), cudaMemcpyHostToDevice, s[1]);
	increment<<<1, 32, 0, s[0]>>>(x[0]);
	cudaEventRecord(done, s[0]);
	cudaStreamWaitEvent(s[1], done, 0);
	cudaSetDevice(1);
	increment<<<1, 32, 0, s[1]>>>(x[1]);
	cudaMemcpyAsync(h[0], x[0], sizeof(h[0]), cudaMemcpyDeviceToHost, s[0]);
	cudaMemcpyAsync(h[1], x[1], sizeof(h[1]), cudaMemcpyDeviceToHost, s[1]);
	cudaStreamSynchronize(s[0]);
	cudaStreamSynchronize(s[1]);
	printf("%d %d\n", h[0][0], h[1][31]);
	for (int d = 0; d < 2; d++) {
		cudaFree(x[d]);
		cudaStreamDestroy(s[d]);
	}
	cudaEventDestroy(done);
	return 0;
}
