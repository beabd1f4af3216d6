// prints: 1 65
// Two `extern __shared__` arrays of different types, the same bytes, used one after the other: read before the other is written.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void in_turn(const int *in, float *out, int n)
{
	extern __shared__ int keys[];
	extern __shared__ float values[];
	int i = threadIdx.x;
	keys[i] = in[i];
	__syncthreads();
	int next = keys[(i + 1) % n];
	__syncthreads();
	values[i] = next + in[i];
	__syncthreads();
	out[i] = values[n - 1 - i];
	keys[n - 1 - i] = 0; /* its own element, which it has read */
}

int main()
{
	const int n = 64;
	int h[n], *in;
	float *out, o[n];
	for (int i = 0; i < n; i++)
		h[i] = i;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(o));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	in_turn<<<1, n, n * sizeof(int)>>>(in, out, n);
	cudaMemcpy(o, out, sizeof(o), cudaMemcpyDeviceToHost);
	printf("%g %g\n", o[63], o[31]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
