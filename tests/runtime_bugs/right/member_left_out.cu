// prints: 3 of 100 0
// A struct has a member that only some kernels fill in. The host gets the structs whole, by a function of its own, many times.
#include <cstdio>
#include <cuda_runtime.h>

struct item { int key; double weight; int spare[4]; float value; };

__global__ void fill(item *items, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		items[i].key = i;
		items[i].weight = i;
		items[i].value = 0;
	}
}

// Copies the struct as it is, with what nothing has written: no thread looks at it.
__global__ void reorder(item *to, const item *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[n - 1 - i] = from[i];
}

static void fetch(item *to, const item *from, int n)
{
	cudaMemcpy(to, from, n * sizeof(item), cudaMemcpyDeviceToHost);
}

int main()
{
	const int n = 100;
	item *a, *b, host[n];
	int right = 0;
	cudaMalloc(&a, sizeof(host));
	cudaMalloc(&b, sizeof(host));
	fill<<<1, 128>>>(a, n);
	reorder<<<1, 128>>>(b, a, n);
	for (int k = 0; k < 3; k++) {
		fetch(host, k == 1 ? a : b, n);
		right += host[k == 1 ? 5 : n - 6].key == 5;
	}
	printf("%d of %d %g\n", right, n, host[0].value);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
