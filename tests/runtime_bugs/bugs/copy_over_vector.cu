// expect: copy-size
// advice: pass the address of its elements: h.data()
// The destination is the vector itself, and not its elements: its pointers are overwritten, and it crashes when it ends.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void fill(int *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = i + 1;
}

int main()
{
	static int *d;
	std::vector<int> h(64);
	cudaMalloc(&d, 64 * sizeof(int));
	fill<<<1, 64>>>(d, 64);
	cudaMemcpy(&h, d, h.size() * sizeof(int), cudaMemcpyDeviceToHost); // BUG
	cudaFree(d);
	return 0;
}
