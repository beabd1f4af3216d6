// The copy back gets the number of elements as its number of bytes: the host sees a quarter of the result.
// expect: copy-size
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
	cudaMemcpy(h, out, count, cudaMemcpyDeviceToHost); // BUG
	printf("%d\n", h[count - 1]);
	cudaFree(out);
	free(h);
	return 0;
}
