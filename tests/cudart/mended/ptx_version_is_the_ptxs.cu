// CUB looks for cudaFuncAttributes::ptxVersion among the architectures that the program was compiled for.
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void version(int *out)
{
#ifdef __CUDA_ARCH__
	*out = __CUDA_ARCH__;
#endif
}

int main()
{
	int *d, arch = 0;
	cudaFuncAttributes about;
	if (cudaMalloc(&d, sizeof *d) || cudaFuncGetAttributes(&about, version))
		return 1;
	version<<<1, 1>>>(d);
	if (cudaGetLastError() || cudaMemcpy(&arch, d, sizeof arch, cudaMemcpyDeviceToHost))
		return 1;
	printf("%s\n", about.ptxVersion * 10 == arch && about.binaryVersion >= about.ptxVersion ? "as compiled" : "another");
	return cudaFree(d);
}
