// expect: double-free
// Two owners of one pointer both free it.
#include <cstdio>
#include <cuda_runtime.h>

struct vector {
	float *data;
	void release() { cudaFree(data); } // BUG
};

__global__ void ones(float *x)
{
	x[threadIdx.x] = 1;
}

int main()
{
	float h[32];
	vector a, b;
	cudaMalloc(&a.data, sizeof(h));
	b = a;
	ones<<<1, 32>>>(b.data);
	cudaMemcpy(h, a.data, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%g\n", h[0]);
	a.release();
	b.release();
	return 0;
}
