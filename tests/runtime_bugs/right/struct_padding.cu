// prints: 7 7.5 63.5
// Padding bytes of a struct are never written, and copied with the rest.
#include <cstdio>
#include <cuda_runtime.h>

struct particle { char kind; double mass; short cell; };

__global__ void make(particle *p)
{
	int i = threadIdx.x;
	p[i].kind = i;
	p[i].mass = i + 0.5;
	p[i].cell = -i;
}

__global__ void pass_on(particle *to, const particle *from)
{
	to[63 - threadIdx.x] = from[threadIdx.x];
}

int main()
{
	particle h[64], *a, *b;
	cudaMalloc(&a, sizeof(h));
	cudaMalloc(&b, sizeof(h));
	make<<<1, 64>>>(a);
	pass_on<<<1, 64>>>(b, a);
	cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %g %g\n", h[56].kind, h[56].mass, h[0].mass);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
