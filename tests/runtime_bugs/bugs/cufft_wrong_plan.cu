// expect: api-error
// A plan for complex numbers is given to the transform of real ones, and nobody looks at the status.
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
	cudaMalloc(&out, 33 * sizeof(cufftComplex));
	cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
	cufftExecR2C(plan, in, out); // BUG
	cufftDestroy(plan);
	cudaFree(in);
	cudaFree(out);
}
