// memcpy and memset in kernels, of sizes that the compiler does not know.
#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

__global__ void work(char *p, int n)
{
	memset(p, 'a', n);
	p[0] = 'b';
	memcpy(p + n, p, n);
	memcpy(p + 2 * n, "end", n - 2);
}

int main()
{
	char *d, h[16] = { 0 };
	if (cudaMalloc(&d, 16) || cudaMemset(d, 0, 16))
		return 1;
	work<<<1, 1>>>(d, 6);
	if (cudaGetLastError() || cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost))
		return 1;
	printf("%s\n", h);
	return cudaFree(d);
}
