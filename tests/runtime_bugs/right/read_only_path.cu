// prints: 5 10
// __ldg and __restrict__ on an input that nobody writes meanwhile.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void gather(int *__restrict__ out, const int *__restrict__ in, const int *__restrict__ index)
{
	int i = threadIdx.x;
	out[i] = __ldg(&in[index[i]]) + in[i];
}

int main()
{
	int h[32], index[32], *in, *out, *d_index;
	for (int i = 0; i < 32; i++) {
		h[i] = i;
		index[i] = 31 - i;
	}
	index[5] = 0;
	index[6] = 4;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMalloc(&d_index, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	cudaMemcpy(d_index, index, sizeof(h), cudaMemcpyHostToDevice);
	gather<<<1, 32>>>(out, in, d_index);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[5], h[6]);
	cudaFree(in);
	cudaFree(out);
	cudaFree(d_index);
	return 0;
}
