// prints: 31 2
// Values that nothing has written are moved, and nothing ever uses them: the tail of an array, a member of a struct, an array in parts.
#include <cstdio>
#include <cuda_runtime.h>

struct body { float x, y, z, spare; };

__global__ void first_half(float *p) { p[threadIdx.x] = threadIdx.x; }

__global__ void head(body *b)
{
	b[threadIdx.x].x = 1;
	b[threadIdx.x].y = 2;
	b[threadIdx.x].z = 3;
}

__global__ void move(float *to, const float *from, int n)
{
	int i = threadIdx.x;
	if (i < n)
		to[i] = from[i];
}

__global__ void move_rows(float4 *to, const float4 *from)
{
	to[threadIdx.x] = from[threadIdx.x];
}

__global__ void shift(body *to, const body *from)
{
	body b = from[threadIdx.x];
	b.x += 1;
	to[threadIdx.x] = b;
}

__global__ void take(float *to, const body *from) { to[threadIdx.x] = from[threadIdx.x].x; }

int main()
{
	float *a, *b, *c, h[32], x[32];
	body *p, *q;
	cudaMalloc(&a, 64 * sizeof(float));
	cudaMalloc(&b, 64 * sizeof(float));
	cudaMalloc(&c, 64 * sizeof(float));
	cudaMalloc(&p, 32 * sizeof(body));
	cudaMalloc(&q, 32 * sizeof(body));
	first_half<<<1, 32>>>(a);
	move<<<1, 64>>>(b, a, 64);
	move_rows<<<1, 16>>>((float4 *)c, (const float4 *)b);
	head<<<1, 32>>>(p);
	shift<<<1, 32>>>(q, p);
	take<<<1, 32>>>(a + 32, q);
	cudaMemcpy(h, c, sizeof(h), cudaMemcpyDeviceToHost);
	cudaMemcpy(x, a + 32, sizeof(x), cudaMemcpyDeviceToHost);
	printf("%g %g\n", h[31], x[5]);
	cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(p); cudaFree(q);
	return 0;
}
