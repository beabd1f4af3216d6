// prints: 0 0
// A bitonic sort in shared memory with a barrier in each round, and a search whose threads agree on what they write.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sort(int *d, int *found, int wanted)
{
	__shared__ int s[256], seen;
	s[threadIdx.x] = d[threadIdx.x];
	s[threadIdx.x + 128] = d[threadIdx.x + 128];
	if (threadIdx.x == 0)
		seen = 0;
	for (int k = 2; k <= 256; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int at = 2 * threadIdx.x - (threadIdx.x & (j - 1));
			if ((s[at] > s[at + j]) == ((at & k) == 0)) {
				int t = s[at];
				s[at] = s[at + j];
				s[at + j] = t;
			}
		}
	__syncthreads();
	d[threadIdx.x] = s[threadIdx.x];
	d[threadIdx.x + 128] = s[threadIdx.x + 128];
	if (s[threadIdx.x] == wanted)
		atomicCAS(&seen, 0, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		*found = seen;
}

int main()
{
	int h[256], *d, *found, got, bad = 0;
	for (int i = 0; i < 256; i++)
		h[i] = (i * 37) % 256;
	cudaMalloc(&d, sizeof(h));
	cudaMalloc(&found, sizeof(int));
	cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
	sort<<<1, 128>>>(d, found, 1000);
	cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
	cudaMemcpy(&got, found, sizeof(int), cudaMemcpyDeviceToHost);
	for (int i = 0; i < 256; i++)
		bad += h[i] != i;
	printf("%d %d\n", bad, got);
	cudaFree(d);
	cudaFree(found);
	return 0;
}
