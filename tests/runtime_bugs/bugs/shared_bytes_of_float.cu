// expect: out-of-bounds
// A scan of doubles is launched with shared memory for floats; four lines go past its end, and the first is the one to name.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scan(double *d)
{
	extern __shared__ double t[];
	unsigned i = threadIdx.x;
	t[i] = d[i]; // BUG
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		double v = i >= s ? t[i - s] : 0;
		__syncthreads();
		t[i] += v;
		__syncthreads();
	}
	d[i] = t[i];
}

int main()
{
	double *d, h[64];
	for (double &x : h)
		x = 1;
	cudaMalloc(&d, sizeof(h));
	cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
	scan<<<1, 64, 64 * sizeof(float)>>>(d);
	cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[63]);
	cudaFree(d);
	return 0;
}
