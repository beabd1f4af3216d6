// prints: 12 396 done
// A host function changes the pinned buffer between two copies of its stream; the host waits at the end.
#include <cstdio>
#include <cuda_runtime.h>

static void halfway(void *data)
{
	int *h = (int *)data;
	for (int i = 0; i < 2048; i++)
		h[i] += 1;
}

__global__ void twice(int *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
	const int n = 2048, bytes = n * sizeof(int);
	int *h, *x;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMallocHost(&h, bytes);
	cudaMalloc(&x, bytes);
	for (int i = 0; i < n; i++)
		h[i] = i;
	for (int turn = 0; turn < 2; turn++) {
		cudaMemcpyAsync(x, h, bytes, cudaMemcpyHostToDevice, s);
		twice<<<n / 256, 256, 0, s>>>(x);
		cudaMemcpyAsync(h, x, bytes, cudaMemcpyDeviceToHost, s);
		if (turn == 0)
			cudaLaunchHostFunc(s, halfway, h);
	}
	cudaStreamSynchronize(s);
	printf("%d %d done\n", h[0] + h[2], h[98] + 2);
	cudaFreeHost(h);
	cudaFree(x);
	cudaStreamDestroy(s);
	return 0;
}
