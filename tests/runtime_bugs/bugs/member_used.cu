// expect: uninitialised-read
// A struct is copied whole, with a member that nothing has written; another kernel uses the member of the copy.
#include <cstdio>
#include <cuda_runtime.h>

struct item { int key; int rank; double weight; };

__global__ void fill(item *items, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		items[i].key = i;
		items[i].weight = i;
	}
}

__global__ void reorder(item *to, const item *from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[n - 1 - i] = from[i];
}

__global__ void rank_of(int *rank, const item *items, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		rank[i] = items[i].rank + 1; // BUG
}

int main()
{
	const int n = 100;
	item *a, *b;
	int *rank, host[n];
	cudaMalloc(&a, n * sizeof(item));
	cudaMalloc(&b, n * sizeof(item));
	cudaMalloc(&rank, sizeof(host));
	fill<<<1, 128>>>(a, n);
	reorder<<<1, 128>>>(b, a, n);
	rank_of<<<1, 128>>>(rank, b, n);
	cudaMemcpy(host, rank, sizeof(host), cudaMemcpyDeviceToHost);
	printf("%d\n", host[1] != 0);
	cudaFree(a);
	cudaFree(b);
	cudaFree(rank);
	return 0;
}
