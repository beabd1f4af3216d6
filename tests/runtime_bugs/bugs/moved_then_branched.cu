// expect: uninitialised-read
// A flag that nothing has written is moved with its struct; then a kernel asks for it, and uses an index beside it.
#include <cstdio>
#include <cuda_runtime.h>

struct item { int index; int is_used; };

__global__ void move(item *to, const item *from) { to[threadIdx.x] = from[threadIdx.x]; }

__global__ void pick(int *out, const item *items)
{
	out[threadIdx.x] = 0;
	if (items[threadIdx.x].is_used) // BUG
		out[threadIdx.x] = 1;
}

int main()
{
	item *a, *b;
	int *out, h[32];
	cudaMalloc(&a, 32 * sizeof(item));
	cudaMalloc(&b, 32 * sizeof(item));
	cudaMalloc(&out, sizeof(h));
	move<<<1, 32>>>(b, a);
	pick<<<1, 32>>>(out, b);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[3] >= 0);
	cudaFree(a); cudaFree(b); cudaFree(out);
	return 0;
}
