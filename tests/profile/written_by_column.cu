// Expect: store-sectors 12
// A transposition whose writes are a column apart.
#include <cstdio>
#include <cuda_runtime.h>

#define N 512

__global__ void transpose(const float *in, float *out)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#ifndef FIXED
	out[x * N + y] = in[y * N + x];
#else
	__shared__ float tile[32][33];
	tile[threadIdx.y][threadIdx.x] = in[y * N + x];
	__syncthreads();
	out[(blockIdx.x * 32 + threadIdx.y) * N + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
#endif
}

int main()
{
	float *in, *out;
	cudaMalloc(&in, N * N * sizeof(float));
	cudaMalloc(&out, N * N * sizeof(float));
	cudaMemset(in, 0, N * N * sizeof(float));
	transpose<<<dim3(N / 32, N / 32), dim3(32, 32)>>>(in, out);
	printf("%d\n", cudaDeviceSynchronize());
	cudaFree(in);
	cudaFree(out);
	return 0;
}
