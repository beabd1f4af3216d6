// expect: copy-bounds
// The half spectrum of 64 real numbers has 33 complex ones; there is room for 32.
#include <cstdio>
#include <cuda_runtime.h>
#include <cufft.h>

int main()
{
	float *in;
	cufftComplex *out;
	cufftHandle plan;

	cudaMalloc(&in, 64 * sizeof(float));
	cudaMemset(in, 0, 64 * sizeof(float));
	cudaMalloc(&out, 32 * sizeof(cufftComplex));
	cufftPlan1d(&plan, 64, CUFFT_R2C, 1);
	cufftExecR2C(plan, in, out); // BUG
	cufftDestroy(plan);
	cudaFree(in);
	cudaFree(out);
}
