// Threads past the end leave a variable without a value, and pass it on to others that do not use it.
// prints: 190
#include <cstdio>
__global__ void add(int *out, const int *in, int n)
{
	int v;
	if (threadIdx.x < n)
		v = in[threadIdx.x];
	for (int step = 16; step; step /= 2) {
		int other = __shfl_down_sync(0xffffffff, v, step);
		if (threadIdx.x + step < n)
			v += other;
	}
	if (threadIdx.x == 0)
		*out = v;
}
int main()
{
	int h[32], sum, *in, *out;
	for (int k = 0; k < 32; k++)
		h[k] = k;
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&out, sizeof sum);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	add<<<1, 32>>>(out, in, 20);
	cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
	printf("%d\n", sum);
	cudaFree(in);
	cudaFree(out);
}
