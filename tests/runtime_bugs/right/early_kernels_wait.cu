// prints: 52
// Kernels that may begin early use only what is theirs before they wait; one thread waits for its block, and a third kernel reads
// what the first and the second one wrote.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void square(int *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = i * i;
	asm volatile("griddepcontrol.launch_dependents;");
}

__global__ void add(int *y, const int *x, const int *offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = offset[i];
	asm volatile("griddepcontrol.wait;" ::: "memory");
	y[i] = sum + x[i];
}

__global__ void total(int *y, const int *x, const int *offset)
{
	__shared__ int part[128];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	part[t] = offset[i];
	if (t == 0)
		asm volatile("griddepcontrol.wait;" ::: "memory");
	__syncthreads();
	y[i] += x[i] - part[t] - 46;
}

int main()
{
	const int n = 512;
	int h[n], *x, *y, *offset;
	cudaMalloc(&x, sizeof(h));
	cudaMalloc(&y, sizeof(h));
	cudaMalloc(&offset, sizeof(h));
	cudaMemset(offset, 0, sizeof(h));
	cudaLaunchAttribute attribute = {};
	attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attribute.val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t config = {};
	config.gridDim = dim3(n / 128);
	config.blockDim = dim3(128);
	config.attrs = &attribute;
	config.numAttrs = 1;
	square<<<n / 128, 128>>>(x);
	cudaLaunchKernelEx(&config, add, y, (const int *)x, (const int *)offset);
	cudaLaunchKernelEx(&config, total, y, (const int *)x, (const int *)offset);
	cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[7]);
	cudaFree(x);
	cudaFree(y);
	cudaFree(offset);
	return 0;
}
