// expect: stream-race
// The second kernel may begin early, and waits one line too late.
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
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = offset[i] + x[i];
	asm volatile("griddepcontrol.wait;" ::: "memory");
	y[i] = sum;
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
	cudaLaunchKernelEx(&config, add, y, (const int *)x, (const int *)offset); // BUG
	cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[7]);
	cudaFree(x);
	cudaFree(y);
	cudaFree(offset);
	return 0;
}
