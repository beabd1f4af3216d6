// A local array is filled in part, and all of it is searched.
// expect: uninitialised-read
#include <cstdio>
__global__ void nearest(int *out, const int *in, int n)
{
	int best[8];
	for (int k = 0; k < n; k++)
		best[k] = in[(threadIdx.x + k) % 32] * 7 % 32;
	int least = 1000;
	for (int k = 0; k < 8; k++)
		if (best[(k + threadIdx.x) % 8] < least) // BUG
			least = best[(k + threadIdx.x) % 8]; // BUG
	out[threadIdx.x] = least; // BUG
}
int main()
{
	int h[32], *in, *out;
	for (int k = 0; k < 32; k++)
		h[k] = k;
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&out, sizeof h);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	nearest<<<1, 32>>>(out, in, 6);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaFree(in);
	cudaFree(out);
}
