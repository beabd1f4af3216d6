// options: -lcublasLt -lcublas
/*
 * Products of operands of 8 bits: integers into 32 bits by cuBLASLt and by cublasGemmEx, FP8 (E4M3) with factors into half and
 * into FP8, with the largest value. The host multiplies what it decodes itself. A first operand that is not transposed is not
 * supported.
 */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static const int m = 32, n = 16, k = 48;
static cublasLtHandle_t handle;

static double e4m3(uint8_t b)
{
	const int e = b >> 3 & 15, f = b & 7;
	return (b & 128 ? -1 : 1) * (e ? ldexp(1 + f / 8.0, e - 7) : ldexp(f / 8.0, -6));
}

template <typename T> static T *to_device(const std::vector<T> &v)
{
	T *p;
	CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

/* Runs d = alpha a^T b, and returns the status. */
static int multiply(cublasComputeType_t compute, cudaDataType_t scale, const void *alpha, const void *beta, cudaDataType_t ab,
		    const void *a, const void *b, cudaDataType_t out, void *d, cudaDataType_t c_type, const float *const factors[4],
		    const float *largest, cublasOperation_t a_op)
{
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t al, bl, cl, dl;
	const cublasLtMatmulDescAttributes_t names[] = {
		CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER,
		CUBLASLT_MATMUL_DESC_D_SCALE_POINTER
	};

	CHECK(cublasLtMatmulDescCreate(&desc, compute, scale));
	CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &a_op, sizeof a_op));
	for (int i = 0; factors && i < 4; i++)
		if (factors[i])
			CHECK(cublasLtMatmulDescSetAttribute(desc, names[i], &factors[i], sizeof factors[i]));
	if (largest)
		CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, &largest, sizeof largest));
	const bool turned = a_op == CUBLAS_OP_T;
	CHECK(cublasLtMatrixLayoutCreate(&al, ab, turned ? k : m, turned ? m : k, turned ? k : m));
	CHECK(cublasLtMatrixLayoutCreate(&bl, ab, k, n, k));
	CHECK(cublasLtMatrixLayoutCreate(&cl, c_type, m, n, m));
	CHECK(cublasLtMatrixLayoutCreate(&dl, out, m, n, m));
	cublasLtMatmulPreference_t preference;
	cublasLtMatmulHeuristicResult_t found;
	int count = 0;
	CHECK(cublasLtMatmulPreferenceCreate(&preference));
	int status = cublasLtMatmulAlgoGetHeuristic(handle, desc, al, bl, cl, dl, preference, 1, &found, &count);
	if (!status && count)
		status = cublasLtMatmul(handle, desc, alpha, a, al, b, bl, beta, c_type == out ? d : NULL, cl, d, dl, &found.algo, NULL, 0, 0);
	CHECK(cublasLtMatmulPreferenceDestroy(preference));
	for (cublasLtMatrixLayout_t l : { al, bl, cl, dl })
		CHECK(cublasLtMatrixLayoutDestroy(l));
	CHECK(cublasLtMatmulDescDestroy(desc));
	return status;
}

static void integers()
{
	std::vector<int8_t> a(m * k), b(k * n);
	std::vector<int32_t> got(m * n), again(m * n);
	for (int i = 0; i < m * k; i++)
		a[i] = (int8_t)(i * 37 % 255 - 127);
	for (int i = 0; i < k * n; i++)
		b[i] = (int8_t)(i * 91 % 251 - 125);
	int8_t *da = to_device(a), *db = to_device(b);
	int32_t *d = to_device(got), *e = to_device(again);
	const int32_t one = 1, zero = 0;

	CHECK(multiply(CUBLAS_COMPUTE_32I, CUDA_R_32I, &one, &zero, CUDA_R_8I, da, db, CUDA_R_32I, d, CUDA_R_32I, NULL, NULL,
		       CUBLAS_OP_T));
	cublasHandle_t h;
	CHECK(cublasCreate(&h));
	CHECK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, da, CUDA_R_8I, k, db, CUDA_R_8I, k, &zero, e, CUDA_R_32I, m,
			   CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
	CHECK(cudaMemcpy(got.data(), d, got.size() * 4, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(again.data(), e, again.size() * 4, cudaMemcpyDeviceToHost));
	CHECK(cublasDestroy(h));
	int wrong = 0;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			int sum = 0;
			for (int q = 0; q < k; q++)
				sum += a[q + i * k] * b[q + j * k];
			wrong += (sum != got[i + j * m]) + (sum != again[i + j * m]);
		}
	printf("integers: %d wrong\n", wrong);
	for (void *p : { (void *)da, (void *)db, (void *)d, (void *)e })
		CHECK(cudaFree(p));
}

static void floats()
{
	std::vector<uint8_t> a(m * k), b(k * n), narrow(m * n);
	std::vector<__half> got(m * n);
	for (int i = 0; i < m * k; i++)
		a[i] = (uint8_t)(i * 37 % 72 | (i % 3 ? 0 : 128)); /* up to 4 */
	for (int i = 0; i < k * n; i++)
		b[i] = (uint8_t)(i * 91 % 72 | (i % 5 ? 0 : 128));
	uint8_t *da = to_device(a), *db = to_device(b), *e = to_device(narrow);
	__half *d = to_device(got);
	const std::vector<float> host = { 0.5f, 0, 0, 0, 0.25f, 0, 0, 0, 2.0f }; /* 16 bytes apart */
	float *factors = to_device(host), largest;
	const float alpha = 2, beta = 0, *const half_factors[4] = { factors, factors + 4, NULL, NULL };
	const float *const narrow_factors[4] = { factors, factors + 4, NULL, factors + 8 };

	CHECK(multiply(CUBLAS_COMPUTE_32F, CUDA_R_32F, &alpha, &beta, CUDA_R_8F_E4M3, da, db, CUDA_R_16F, d, CUDA_R_16F, half_factors,
		       NULL, CUBLAS_OP_T));
	CHECK(multiply(CUBLAS_COMPUTE_32F, CUDA_R_32F, &alpha, &beta, CUDA_R_8F_E4M3, da, db, CUDA_R_8F_E4M3, e, CUDA_R_16F,
		       narrow_factors, factors + 3, CUBLAS_OP_T));
	CHECK(cudaMemcpy(got.data(), d, got.size() * 2, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(narrow.data(), e, narrow.size(), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(&largest, factors + 3, 4, cudaMemcpyDeviceToHost));
	int wrong = 0, wrong_narrow = 0;
	double most = 0;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0;
			for (int q = 0; q < k; q++)
				sum += e4m3(a[q + i * k]) * e4m3(b[q + j * k]);
			sum *= alpha * 0.5 * 0.25;
			most = fmax(most, fabs(sum));
			wrong += fabs(__half2float(got[i + j * m]) - sum) > 1e-3 * fabs(sum) + 1e-2;
			wrong_narrow += fabs(e4m3(narrow[i + j * m]) - 2 * sum) > 0.07 * fabs(2 * sum) + 0.02;
		}
	printf("FP8: %d wrong in half, %d wrong in FP8; the largest is %s\n", wrong, wrong_narrow, fabs(largest - most) < 1e-2 * most ?
	       "right" : "wrong");
	printf("not transposed: %s\n", multiply(CUBLAS_COMPUTE_32F, CUDA_R_32F, &alpha, &beta, CUDA_R_8F_E4M3, da, db, CUDA_R_16F, d,
	       CUDA_R_16F, half_factors, NULL, CUBLAS_OP_N) == CUBLAS_STATUS_NOT_SUPPORTED ? "not supported" : "computed");
	for (void *p : { (void *)da, (void *)db, (void *)d, (void *)e, (void *)factors })
		CHECK(cudaFree(p));
}

int main()
{
	CHECK(cublasLtCreate(&handle));
	integers();
	floats();
	CHECK(cublasLtDestroy(handle));
}
