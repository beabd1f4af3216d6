// A local array has the name of the constant one, which so gets no values.
// expect: api-error
// level: note
#include <cstdio>
#include <cuda_runtime.h>

__constant__ int weight[4];

__global__ void weigh(int *out)
{
	out[threadIdx.x] = weight[threadIdx.x];
}

int main()
{
	int weight[4] = { 1, 2, 3, 4 }, h[4], *out;
	cudaError_t e = cudaMemcpyToSymbol(weight, weight, sizeof(weight)); // BUG
	printf("%s\n", cudaGetErrorString(e));
	cudaMalloc(&out, sizeof(h));
	weigh<<<1, 4>>>(out);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(out);
	return 0;
}
