// What a kernel launched writes past its array: named at the line, with the launch in the kernel.
// says: launched at .*device_launch_bounds.cu:12
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
	cudaMalloc(&x, 64 * sizeof(int));
	parent<<<1, 1>>>(x, 100);
	cudaDeviceSynchronize();
	cudaFree(x);
}
