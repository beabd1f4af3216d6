// prints: 0 0 1024
// Each thread moves an amount between two of four accounts, under both their locks; who gets only one gives it back.
#include <cstdio>
#include <cuda_runtime.h>

struct account { int lock, sum, moves; };

__global__ void transfer(account *a, int n)
{
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	int from = t * 7 % n, to = (t * 13 + 1) % n;
	if (from == to)
		to = (to + 1) % n;
	int low = min(from, to), high = max(from, to);
	bool done = false;
	while (!done) {
		if (atomicCAS(&a[low].lock, 0, 1) == 0) {
			if (atomicCAS(&a[high].lock, 0, 1) == 0) {
				__threadfence();
				a[from].sum -= 1;
				a[to].sum += 1;
				a[low].moves++;
				__threadfence();
				atomicExch(&a[high].lock, 0);
				done = true;
			}
			atomicExch(&a[low].lock, 0);
		}
	}
}

int main()
{
	account h[4], *a;
	int sum = 0, moves = 0;
	cudaMalloc(&a, sizeof(h));
	cudaMemset(a, 0, sizeof(h));
	transfer<<<8, 128>>>(a, 4);
	cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
	for (const account &x : h) {
		sum += x.sum;
		moves += x.moves;
	}
	printf("%d %d %d\n", sum, h[0].lock, moves);
	cudaFree(a);
	return 0;
}
