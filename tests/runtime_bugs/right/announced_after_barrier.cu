// The last block reads what all blocks have counted with atomics: each announces itself after a barrier.
// prints: 134
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned int arrived;

__global__ void census(const int *age, int n, int *tally, int *largest)
{
	__shared__ bool am_last;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&tally[age[i] % 8], 1);
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		am_last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (am_last && threadIdx.x == 0) {
		int most = 0;
		for (int k = 0; k < 8; k++)
			most = max(most, tally[k]);
		*largest = most;
	}
}

int main()
{
	const int n = 1000;
	int h[n], most, *age, *tally, *largest;
	for (int i = 0; i < n; i++)
		h[i] = i * 7 % 90;
	cudaMalloc(&age, sizeof(h));
	cudaMalloc(&tally, 8 * sizeof(int));
	cudaMalloc(&largest, sizeof(int));
	cudaMemcpy(age, h, sizeof(h), cudaMemcpyHostToDevice);
	cudaMemset(tally, 0, 8 * sizeof(int));
	census<<<8, 128>>>(age, n, tally, largest);
	cudaMemcpy(&most, largest, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", most);
	cudaFree(age);
	cudaFree(tally);
	cudaFree(largest);
	return 0;
}
