// Hint: same-random 10
// All threads have the seed and the sequence in common.
// needs: nvcc (curand)
#include <cstdio>
#include <curand_kernel.h>

__global__ void draw(float *out, unsigned long long seed)
{
	curandState state;
	curand_init(seed, 0, 0, &state);
	out[threadIdx.x] = curand_uniform(&state);
}

__global__ void draw_apart(float *out, unsigned long long seed)
{
	curandState state;
	curand_init(seed, 0, 0, &state);
	skipahead(16 * threadIdx.x, &state);
	out[threadIdx.x] = curand_uniform(&state);
}

int main()
{
	float h[25], *out;
	cudaMalloc(&out, sizeof h);
#ifdef FIXED
	draw_apart<<<1, 25>>>(out, 42);
#else
	draw<<<1, 25>>>(out, 42);
#endif
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[24]);
	cudaFree(out);
	return 0;
}
