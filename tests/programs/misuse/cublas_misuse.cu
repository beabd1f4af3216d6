// cuBLAS is given host memory, and a buffer that is too small: told with the call as it is written.
// options: -lcublas
// says: cublasSgemm needs 1024 bytes as its result
// gpu: no (the library does not look)
#include <stdio.h>
#include <cublas_v2.h>

int main()
{
	float *d_a, *d_c, host[256] = { 0 }, one = 1, zero = 0;
	cublasHandle_t handle;

	cudaMalloc(&d_a, sizeof host);
	cudaMalloc(&d_c, sizeof host / 2);
	cudaMemset(d_a, 0, sizeof host);
	cublasCreate(&handle);
	printf("%d\n", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 16, 16, 16, &one, d_a, 16, d_a, 16, &zero, d_c, 16) != 0);
	printf("%d\n", cublasSaxpy(handle, 16, &one, host, 1, d_a, 1) != 0);
	cublasDestroy(handle);
	cudaFree(d_a);
	cudaFree(d_c);
}
