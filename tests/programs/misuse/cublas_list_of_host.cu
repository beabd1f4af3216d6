// options: -lcublas
// A list of pointers to matrices that stays in the host's memory, then one on the device that points to the host's.
// gpu: no (there a kernel reads the host's pointers, and everything after it fails)
// says: cublasSgemmBatched is given host memory as its list of pointers
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main()
{
	cublasHandle_t handle;
	const float one = 1, zero = 0;
	float *x, y[4] = { 1, 2, 3, 4 }, *list[2], **d_list;

	cublasCreate(&handle);
	if (cudaMalloc(&x, 4 * sizeof(float)) || cudaMemset(x, 0, 4 * sizeof(float)) || cudaMalloc(&d_list, sizeof list))
		return 1;
	list[0] = x;
	list[1] = y;
	printf("on the host: %d\n", cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, list, 2, list, 2, &zero, list, 2, 1));
	if (cudaMemcpy(d_list, list, sizeof list, cudaMemcpyHostToDevice))
		return 1;
	printf("one fits: %d\n", cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, d_list, 2, d_list, 2, &zero, d_list, 2, 1));
	printf("both: %d\n", cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, d_list, 2, d_list, 2, &zero, d_list, 2, 2));
	cublasDestroy(handle);
	return cudaFree(x) || cudaFree(d_list);
}
