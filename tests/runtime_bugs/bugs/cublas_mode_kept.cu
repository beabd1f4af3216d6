// expect: host-pointer
// The pointer mode for a dot product's result stays for the next call, whose alpha is on the host.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main()
{
	float *x, *sum, alpha = 2;
	cublasHandle_t handle;

	cudaMalloc(&x, 64 * sizeof(float));
	cudaMemset(x, 0, 64 * sizeof(float));
	cudaMalloc(&sum, sizeof(float));
	cublasCreate(&handle);
	cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
	cublasSdot(handle, 64, x, 1, x, 1, sum);
	cublasSscal(handle, 64, &alpha, x, 1); // BUG
	cudaDeviceSynchronize();
	cublasDestroy(handle);
	cudaFree(x);
	cudaFree(sum);
}
