// The same points, but the fourth number, which nothing writes, counts.
// expect: uninitialised-read
#include <cstdio>
#include <cuda_runtime.h>

__global__ void set3(float4 *p, int n)
{
	int i = threadIdx.x;

	if (i < n) {
		p[i].x = i;
		p[i].y = 1;
		p[i].z = 2;
	}
}

__global__ void norm(const float4 *__restrict__ p, float *out, int n)
{
	int i = threadIdx.x;

	if (i < n) {
		float4 v = p[i]; // BUG
		out[i] = v.x + v.y + v.z + v.w;
	}
}

int main()
{
	const int n = 32;
	float4 *p;
	float *out, host[n];

	cudaMalloc(&p, n * sizeof *p);
	cudaMalloc(&out, sizeof host);
	set3<<<1, n>>>(p, n);
	norm<<<1, n>>>(p, out, n);
	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	printf("%g %g\n", host[5], host[2]);
	cudaFree(p);
	cudaFree(out);
}
