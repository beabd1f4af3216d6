// Hint: same-random 10
// needs: nvcc
// The sequence does not depend on the block.
#include <cstdio>
#include <curand_kernel.h>
__global__ void noise(float *out, unsigned long long seed)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandState s;
	curand_init(seed, threadIdx.x, 0, &s);
	out[i] = curand_normal(&s);
}
__global__ void noise_apart(float *out, unsigned long long seed)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	curandState s;
	curand_init(seed, threadIdx.x, 16 * blockIdx.x, &s);
	out[i] = curand_normal(&s);
}
__global__ void noise_of_one(float *out, unsigned long long seed)
{
	curandState s;
	curand_init(seed, 0, 0, &s);
	*out = curand_normal(&s);
}
int main()
{
	float *d, h[256];
	cudaMalloc(&d, sizeof h);
#ifdef FIXED
	noise<<<1, 256>>>(d, 1);
	noise_apart<<<4, 64>>>(d, 1);
	for (int i = 0; i < 4; i++)
		noise_of_one<<<1, 1>>>(d + i, i);
#else
	noise<<<4, 64>>>(d, 1);
#endif
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g %g\n", h[0], h[64]);
	cudaFree(d);
}
