// options: -lcublasLt
// The layouts of a product that do not fit each other, an epilogue without its bias, a mask that is too narrow, an epilogue that is none.
// says: cublasLtMatmul: the first operand's columns are not the second one's rows
#include <cstdio>
#include <cublasLt.h>
#include <cuda_runtime.h>

int main()
{
	cublasLtHandle_t handle;
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t a, b, d;
	const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
	const float one = 1, zero = 0;
	float *x;

	cublasLtCreate(&handle);
	if (cudaMalloc(&x, 64 * sizeof(float)) || cudaMemset(x, 0, 64 * sizeof(float)))
		return 1;
	cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
	cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 4, 3, 4);
	cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, 4, 2, 4);
	cublasLtMatrixLayoutCreate(&d, CUDA_R_32F, 4, 2, 4);
	printf("shapes: %d\n", cublasLtMatmul(handle, desc, &one, x, a, x + 16, b, &zero, x + 32, d, x + 32, d, nullptr, nullptr, 0, 0));
	const cublasOperation_t t = CUBLAS_OP_T;
	const uint64_t rows = 3, columns = 4;
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t);
	cublasLtMatrixLayoutSetAttribute(d, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof rows);
	printf("transposed: %d\n", cublasLtMatmul(handle, desc, &one, x, a, x + 16, b, &zero, x + 32, d, x + 32, d, nullptr, nullptr, 0, 0));
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
	printf("no bias: %d\n", cublasLtMatmul(handle, desc, &one, x, a, x + 16, b, &zero, x + 32, d, x + 32, d, nullptr, nullptr, 0, 0));
	const int64_t bits = 100;
	const int masked = CUBLASLT_EPILOGUE_RELU_AUX, none = 138;
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &masked, sizeof masked);
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &x, sizeof x);
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &bits, sizeof bits);
	printf("a mask of 100 bits: %d\n", cublasLtMatmul(handle, desc, &one, x, a, x + 16, b, &zero, x + 32, d, x + 32, d, nullptr, nullptr, 0, 0));
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &none, sizeof none);
	printf("no such epilogue: %d\n", cublasLtMatmul(handle, desc, &one, x, a, x + 16, b, &zero, x + 32, d, x + 32, d, nullptr, nullptr, 0, 0));
	printf("unknown attribute: %d, too small: %d\n",
	       cublasLtMatmulDescSetAttribute(desc, (cublasLtMatmulDescAttributes_t)99, &columns, sizeof columns),
	       cublasLtMatrixLayoutSetAttribute(d, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, 4));
	cublasLtMatrixLayoutDestroy(a);
	cublasLtMatrixLayoutDestroy(b);
	cublasLtMatrixLayoutDestroy(d);
	cublasLtMatmulDescDestroy(desc);
	cublasLtDestroy(handle);
	return cudaFree(x);
}
