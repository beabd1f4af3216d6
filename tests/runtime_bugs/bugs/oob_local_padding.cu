// expect: out-of-bounds
// A list of the thread's own with room for ten: the eleventh lies in the padding behind it, where no other variable is.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void divisors(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int list[10], count = 0, sum = 0;
	for (int d = 1; d <= i; d++)
		if (i % d == 0)
			list[count++] = d; // BUG
	for (int k = 0; k < count && k < 10; k++)
		sum += list[k];
	out[i] = sum;
}

int main()
{
	const int n = 61; // 48 has ten divisors, 60 has twelve
	static int h[n];
	int *out;
	cudaMalloc(&out, sizeof(h));
	divisors<<<2, 32>>>(out, n);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[48]);
	cudaFree(out);
	return 0;
}
