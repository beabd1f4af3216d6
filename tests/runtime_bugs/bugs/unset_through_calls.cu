// expect: uninitialised-read
#include <cstdio>

__noinline__ __device__ float scaled(float x, float by)
{
	return x > 2 ? x * by : x + by;
}

// The guard of the last line is missing, and the value comes through three functions.
__global__ void logs(const float *x, float *out, int n)
{
	__shared__ float tile[32];
	int t = threadIdx.x;

	if (t < n)
		tile[t] = x[t];
	__syncthreads();
	float v = tile[t]; // BUG
	out[t] = logf(v) + scaled(v, 2) + sinf(v);
}

int main()
{
	const int n = 16;
	float h[32], *x, *out;

	for (int i = 0; i < n; i++)
		h[i] = i + 1;
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&out, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	logs<<<1, 32>>>(x, out, n);
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	printf("%.3f %.3f\n", h[0], h[15]);
	cudaFree(x);
	cudaFree(out);
	return 0;
}
