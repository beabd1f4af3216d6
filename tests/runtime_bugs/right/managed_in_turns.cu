// prints: 1 4 13
// Host and device use managed memory in turns, a synchronisation between.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void triple(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= 3;
}

int main()
{
	const int n = 300;
	int *x;
	cudaMallocManaged(&x, n * sizeof(int));
	for (int i = 0; i < n; i++)
		x[i] = 0;
	for (int turn = 0; turn < 3; turn++) {
		for (int i = 0; i < n; i++)
			x[i]++;
		printf("%d%c", x[n - 1], turn < 2 ? ' ' : '\n');
		triple<<<2, 256>>>(x, n);
		cudaDeviceSynchronize();
	}
	cudaFree(x);
	return 0;
}
