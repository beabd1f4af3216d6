// expect: divergent-barrier data-race-shared exited-at-barrier
// Threads go round a loop with a barrier a different number of times.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void ragged(int *out, const int *length)
{
	__shared__ int total[128];
	int t = threadIdx.x;
	total[t] = 0;
	for (int k = 0; k < length[t]; k++) {
		total[t] += k; // BUG
		__syncthreads(); // BUG
	}
	out[t] = total[(t + 64) % 128]; // BUG
	__syncthreads(); // BUG
	out[t] += total[t];
}

int main()
{
	int h[128], *length, *out;
	for (int i = 0; i < 128; i++)
		h[i] = 1 + i / 32;
	cudaMalloc(&length, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(length, h, sizeof(h), cudaMemcpyHostToDevice);
	ragged<<<1, 128>>>(out, length);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(length);
	cudaFree(out);
	return 0;
}
