// prints: 3.000 33.000
#include <cstdio>

__noinline__ __device__ float scaled(float x, float by)
{
	return x * by;
}

// Half of a warp loads what nothing has written, and computes with it; only the other half stores its result.
__global__ void logs(const float *x, float *out, int n)
{
	__shared__ float tile[32];
	int t = threadIdx.x;

	if (t < n)
		tile[t] = x[t];
	__syncthreads();
	float y = scaled(tile[t], 2) + 1;
	if (t < n)
		out[t] = y;
}

int main()
{
	const int n = 16;
	float h[n], *x, *out;

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
