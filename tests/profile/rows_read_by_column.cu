// Expect: load-sectors 14
// Neighbouring threads read elements that are a whole row apart.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum_rows(const float *m, float *out, int n, int rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int k = 0; k < rows; k++)
#ifdef FIXED
		sum += m[k * n + i];
#else
		sum += m[i * rows + k];
#endif
	out[i] = sum;
}

int main()
{
	const int n = 1 << 15, rows = 64;
	float *m, *out;
	cudaMalloc(&m, n * rows * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemset(m, 0, n * rows * sizeof(float));
	sum_rows<<<n / 128, 128>>>(m, out, n, rows);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(m);
	cudaFree(out);
	return 0;
}
