// Hint: launch-unchecked 13
// Each call is checked, and the launch is not.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
__global__ void fill(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; }
int main()
{
	const int n = 2048;
	int h[n] = {0}, *x;
	CHECK(cudaMalloc(&x, sizeof h));
	fill<<<n / 256, 256>>>(x, n);
#ifdef FIXED
	CHECK(cudaGetLastError());
#endif
	CHECK(cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost));
	printf("%d\n", h[100]);
	CHECK(cudaFree(x));
}
