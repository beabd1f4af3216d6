// prints: 10 11 12 13
// One staging buffer on the device goes from stream to stream, each time after an event.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(int *y, const int *x) { y[threadIdx.x] = x[threadIdx.x] + 10; }

int main()
{
	int *h, *out, *x, *y;
	cudaStream_t s[2];
	cudaEvent_t free_again;
	cudaMallocHost(&h, 4 * 32 * sizeof(int));
	cudaMallocHost(&out, 4 * 32 * sizeof(int));
	cudaMalloc(&x, 32 * sizeof(int));
	cudaMalloc(&y, 4 * 32 * sizeof(int));
	cudaEventCreateWithFlags(&free_again, cudaEventDisableTiming);
	for (int k = 0; k < 2; k++)
		cudaStreamCreate(&s[k]);
	for (int i = 0; i < 128; i++)
		h[i] = i / 32;
	for (int turn = 0; turn < 4; turn++) {
		cudaStream_t mine = s[turn % 2];
		cudaStreamWaitEvent(mine, free_again, 0); // before the first record it does nothing
		cudaMemcpyAsync(x, h + 32 * turn, 32 * sizeof(int), cudaMemcpyHostToDevice, mine);
		copy<<<1, 32, 0, mine>>>(y + 32 * turn, x);
		cudaEventRecord(free_again, mine);
		cudaMemcpyAsync(out + 32 * turn, y + 32 * turn, 32 * sizeof(int), cudaMemcpyDeviceToHost, mine);
	}
	cudaDeviceSynchronize();
	printf("%d %d %d %d\n", out[0], out[32], out[64], out[96]);
	for (int k = 0; k < 2; k++)
		cudaStreamDestroy(s[k]);
	cudaEventDestroy(free_again);
	cudaFreeHost(h);
	cudaFreeHost(out);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
