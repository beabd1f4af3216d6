// An asm statement has an instruction that there is not.
// expect: invalid-asm
#include <cstdio>
__global__ void count(int *out)
{
	unsigned n;
	asm("count.ones.b32 %0, %1;" : "=r"(n) : "r"(threadIdx.x)); // BUG
	out[threadIdx.x] = n;
}
int main()
{
	int h[32] = { 0 }, *out;
	cudaMalloc(&out, sizeof h);
	cudaMemset(out, 0, sizeof h);
	count<<<1, 32>>>(out);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(out);
}
