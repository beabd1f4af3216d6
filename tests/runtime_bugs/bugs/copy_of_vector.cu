// expect: copy-size
// advice: pass the address of its elements: from.data()
// The source is the vector itself: its pointers are copied, and what lies behind it.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
using namespace std;

__global__ void twice(int *x, int n)
{
	int i = threadIdx.x;
	if (i < n)
		x[i] *= 2;
}

static void upload(int *to, const vector<int> &from)
{
	cudaMemcpy(to, &from, from.size() * sizeof(from[0]), cudaMemcpyHostToDevice); // BUG
}

int main()
{
	int *d;
	vector<int> h(64, 3);
	cudaMalloc(&d, 64 * sizeof(int));
	upload(d, h);
	twice<<<1, 64>>>(d, 64);
	cudaMemcpy(&h[0], d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", h[63]);
	cudaFree(d);
	return 0;
}
