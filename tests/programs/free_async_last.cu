// What a program frees in a stream's order at its very end needs no wait: the end of the process frees it as well.
#include <cstdio>

__global__ void k(int *p) { *p = 42; }

int main()
{
	int *p, v = 0;
	cudaStream_t s;

	cudaStreamCreate(&s);
	cudaMallocAsync(&p, sizeof *p, s);
	k<<<1, 1, 0, s>>>(p);
	cudaMemcpyAsync(&v, p, sizeof v, cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	printf("%d\n", v);
	cudaFreeAsync(p, s);
	return 0;
}
