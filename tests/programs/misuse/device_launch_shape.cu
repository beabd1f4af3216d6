// A kernel launches blocks of 2048 threads, and goes on.
// says: launches <<<\(1,1,1\), \(2048,1,1\)>>>, which no device
// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
#include <cuda_runtime.h>
__global__ void child(int *x)
{
	x[threadIdx.x] = 1;
}
__global__ void parent(int *x, int threads)
{
	child<<<1, threads>>>(x);
}
int main()
{
	int *x;
	cudaMalloc(&x, 4096 * sizeof(int));
	parent<<<1, 1>>>(x, 2048);
	cudaDeviceSynchronize(); // a device would go on, too
	cudaFree(x);
}
