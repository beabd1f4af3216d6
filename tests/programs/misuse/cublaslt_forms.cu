// options: -lcublasLt
// Products that an H200 does not compute (cuBLAS 13.0), and attributes that it does not take: their statuses.
// says: takes the factors of FP8 operands only at addresses that are multiples of 16
#include <cstdio>
#include <cublasLt.h>
#include <cuda_runtime.h>

struct Form { const char *name; cudaDataType a, b, c, d; int m, n, k; cublasLtEpilogue_t epilogue; bool by_rows, turned, factor_of_d, near, bias; };

static cublasLtHandle_t handle;
static char *memory;

/* The status of the heuristic, and behind it that of the product, if there is one. */
static void show(const Form &f)
{
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t a, b, c, d;
	cublasLtMatmulPreference_t preference;
	cublasLtMatmulHeuristicResult_t result;
	const cublasOperation_t t = CUBLAS_OP_T;
	const int row = CUBLASLT_ORDER_ROW;
	const float one = 1, zero = 0;
	const size_t room = 1 << 20;
	void *bias = memory + (1 << 20), *factor = memory + (2 << 20), *other = memory + (2 << 20) + (f.near ? 4 : 16);
	int found = 0;

	cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &f.epilogue, sizeof f.epilogue);
	if (f.turned)
		cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t);
	if (f.bias)
		cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
	if (f.turned) {
		cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &factor, sizeof factor);
		cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &other, sizeof other);
	}
	if (f.factor_of_d)
		cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, &factor, sizeof factor);
	cublasLtMatrixLayoutCreate(&a, f.a, f.turned ? f.k : f.m, f.turned ? f.m : f.k, f.turned ? f.k : f.m);
	cublasLtMatrixLayoutCreate(&b, f.b, f.k, f.n, f.k);
	cublasLtMatrixLayoutCreate(&c, f.c, f.m, f.n, f.by_rows ? f.n : f.m);
	cublasLtMatrixLayoutCreate(&d, f.d, f.m, f.n, f.by_rows ? f.n : f.m);
	if (f.by_rows) {
		cublasLtMatrixLayoutSetAttribute(c, CUBLASLT_MATRIX_LAYOUT_ORDER, &row, sizeof row);
		cublasLtMatrixLayoutSetAttribute(d, CUBLASLT_MATRIX_LAYOUT_ORDER, &row, sizeof row);
	}
	cublasLtMatmulPreferenceCreate(&preference);
	cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room, sizeof room);
	printf("%s: %d", f.name, cublasLtMatmulAlgoGetHeuristic(handle, desc, a, b, c, d, preference, 1, &result, &found));
	if (found)
		printf(" %d", cublasLtMatmul(handle, desc, &one, memory, a, memory + 65536, b, &zero, memory + 131072, c, memory + 196608, d,
					     &result.algo, memory + (3 << 20), room, 0));
	printf("\n");
	cublasLtMatmulPreferenceDestroy(preference);
	for (cublasLtMatrixLayout_t l : { a, b, c, d })
		cublasLtMatrixLayoutDestroy(l);
	cublasLtMatmulDescDestroy(desc);
}

int main()
{
	const cudaDataType e4 = CUDA_R_8F_E4M3, e5 = CUDA_R_8F_E5M2, half = CUDA_R_16F, single = CUDA_R_32F;
	const cublasLtEpilogue_t none = CUBLASLT_EPILOGUE_DEFAULT, bias = CUBLASLT_EPILOGUE_BIAS, relu = CUBLASLT_EPILOGUE_RELU;
	const Form forms[] = {
		{ "FP8", e4, e4, half, half, 32, 16, 48, none, false, true, false, false, false },
		{ "into FP8", e4, e5, half, e5, 32, 7, 32, none, false, true, true, false, false },
		{ "two of E5M2", e5, e5, half, half, 32, 16, 48, none, false, true, false, false, false },
		{ "into E5M2", e4, e4, half, e5, 32, 16, 48, none, false, true, false, false, false },
		{ "k is 24", e4, e4, half, half, 32, 32, 24, none, false, true, false, false, false },
		{ "rows of 24 bytes", e4, e4, half, e4, 24, 16, 32, none, false, true, false, false, false },
		{ "a factor of half", e4, e4, half, half, 32, 16, 48, none, false, true, true, false, false },
		{ "factors side by side", e4, e4, half, half, 32, 16, 48, none, false, true, false, true, false },
		{ "a bias by rows", single, single, single, single, 5, 6, 4, bias, true, false, false, false, true },
		{ "no bias by rows", single, single, single, single, 5, 6, 4, relu, true, false, false, false, false },
		{ "an idle bias", single, single, single, single, 5, 6, 4, relu, false, false, false, false, true },
	};
	cublasLtMatmulDesc_t desc;
	const int64_t wide = CUBLAS_OP_T;

	if (cudaMalloc(&memory, 4 << 20) || cudaMemset(memory, 0, 4 << 20) || cublasLtCreate(&handle))
		return 1;
	for (const Form &f : forms)
		show(f);
	cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
	printf("8 bytes for 4: %d\n", cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &wide, sizeof wide));
	cublasLtMatmulDescDestroy(desc);
	cublasLtDestroy(handle);
	return cudaFree(memory);
}
