// A list is fetched whole; as much of it is used as the kernel has counted.
// prints: 334 166833
#include <cstdio>
#include <cstdlib>
__global__ void compact(int *out, int *count, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] % 3 == 0)
		out[atomicAdd(count, 1)] = in[i];
}
int main()
{
	const int n = 1000;
	int *d_in, *d_out, *d_count, count = 0, *h = (int *)malloc(n * sizeof(int));
	for (int i = 0; i < n; i++) h[i] = i;
	cudaMalloc(&d_in, n * sizeof(int));
	cudaMalloc(&d_out, n * sizeof(int));
	cudaMalloc(&d_count, sizeof(int));
	cudaMemset(d_count, 0, sizeof(int));
	cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice);
	compact<<<(n + 255) / 256, 256>>>(d_out, d_count, d_in, n);
	cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(h, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
	long sum = 0;
	for (int i = 0; i < count; i++) sum += h[i];
	printf("%d %ld\n", count, sum);
	cudaFree(d_in); cudaFree(d_out); cudaFree(d_count); free(h);
}
