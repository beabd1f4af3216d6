// prints: 5 1028
// Three streams, each waiting for an event of the one before, and the first for the last.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(int *x, int a, int b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = a * x[i] + b;
}

int main()
{
	const int n = 512;
	int h[n], *x;
	cudaStream_t s[3];
	cudaEvent_t e[3];
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&x, sizeof(h));
	cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
	for (int k = 0; k < 3; k++) {
		cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
		cudaEventCreateWithFlags(&e[k], cudaEventDisableTiming);
	}
	step<<<2, 256, 0, s[0]>>>(x, 1, 1);
	cudaEventRecord(e[0], s[0]);
	cudaStreamWaitEvent(s[1], e[0], 0);
	step<<<2, 256, 0, s[1]>>>(x, 2, 0);
	cudaEventRecord(e[1], s[1]);
	cudaStreamWaitEvent(s[2], e[1], 0);
	step<<<2, 256, 0, s[2]>>>(x, 1, 2);
	cudaEventRecord(e[2], s[2]);
	cudaStreamWaitEvent(s[0], e[2], 0);
	step<<<2, 256, 0, s[0]>>>(x, 1, 1);
	cudaStreamSynchronize(s[0]);
	cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[511] + 1);
	for (int k = 0; k < 3; k++) {
		cudaStreamDestroy(s[k]);
		cudaEventDestroy(e[k]);
	}
	cudaFree(x);
	return 0;
}
