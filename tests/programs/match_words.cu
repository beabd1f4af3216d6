// __match_any_sync and __match_all_sync of 64 bits.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void matches(unsigned *out, const double *x)
{
	int all;

	out[threadIdx.x] = __match_any_sync(0xffffffff, x[threadIdx.x]);
	unsigned lanes = __match_all_sync(0xffffffff, 1ll << 40, &all);
	if (threadIdx.x == 0) {
		out[32] = lanes;
		out[33] = all;
	}
	lanes = __match_all_sync(0xffffffff, (unsigned long long)threadIdx.x << 40, &all);
	if (threadIdx.x == 0) {
		out[34] = lanes;
		out[35] = all;
	}
}

int main()
{
	double x[32], *d;
	unsigned h[36], *out;

	for (int i = 0; i < 32; i++)
		x[i] = i % 4;
	cudaMalloc(&out, sizeof h);
	cudaMalloc(&d, sizeof x);
	cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
	matches<<<1, 32>>>(out, d);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%08x %08x %08x %u %08x %u\n", h[0], h[5], h[32], h[33], h[34], h[35]);
	cudaFree(out);
	cudaFree(d);
	return 0;
}
