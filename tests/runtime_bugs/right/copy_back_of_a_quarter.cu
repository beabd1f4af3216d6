// The copy back fetches a quarter of the array on purpose: as many bytes as the array has elements.
// prints: 22201
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void squares(int *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = i * i;
}

int main()
{
	int count = 600, *out, *h = (int *)calloc(count, sizeof(int));
	cudaMalloc(&out, count * sizeof(int));
	squares<<<(count + 127) / 128, 128>>>(out, count);
	cudaMemcpy(h, out, count / 4 * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[count / 4 - 1]);
	cudaFree(out);
	free(h);
	return 0;
}
