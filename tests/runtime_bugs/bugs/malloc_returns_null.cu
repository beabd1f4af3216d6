// expect: null-pointer
// Each thread asks for 4 MiB in the kernel: the heap of 8 MiB has room for one, the others get null and use it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void work(int *out, int n)
{
	int *mine = (int *)malloc(n * sizeof(int));
	for (int i = 0; i < n; i += 1024)
		mine[i] = threadIdx.x; // BUG
	out[threadIdx.x] = mine[0];
	free(mine);
}

int main()
{
	int *out, h[32];
	cudaMalloc(&out, sizeof(h));
	work<<<1, 32>>>(out, 1 << 20);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[3]);
	cudaFree(out);
	return 0;
}
