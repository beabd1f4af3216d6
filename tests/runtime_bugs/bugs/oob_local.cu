// expect: out-of-bounds
// Digits of a number in an array of the thread's own, which is one too short.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reverse_digits(unsigned *out, const unsigned *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned digit[8], v = in[i], r = 0;
	int count = 0;
	do {
		digit[count++] = v % 10; // BUG
		v /= 10;
	} while (v);
	for (int k = 0; k < count && k < 8; k++)
		r = r * 10 + digit[k];
	out[i] = r;
}

int main()
{
	const int n = 64;
	unsigned h[n], *in, *out;
	for (int i = 0; i < n; i++)
		h[i] = i < 63 ? 1000 + i : 123456789;
	cudaMalloc(&in, sizeof(h));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
	reverse_digits<<<1, n>>>(out, in, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%u\n", h[1]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
