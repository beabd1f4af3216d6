// options: -lcublas -lcublasLt -lcufft -lcurand -lcusolver -lcusparse
// library: liblapack.so.3
// gpu: no (versions and sizes are the virtual machine's)
/*
 * What CUDA's libraries keep for a program and answer: streams, modes, attributes, sizes; and the calls that no other program here makes.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static cudaStream_t stream, got;

template <typename T> static T *on_device(const std::vector<T> &v)
{
	T *at;

	CHECK(cudaMalloc((void **)&at, v.size() * sizeof(T)));
	CHECK(cudaMemcpy(at, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return at;
}

template <typename T> static std::vector<T> fetch(const T *at, size_t n)
{
	std::vector<T> v(n);

	CHECK(cudaMemcpy(v.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost));
	return v;
}

static void blas()
{
	cublasHandle_t h;
	cublasAtomicsMode_t atomics;
	cublasMath_t math;
	cublasPointerMode_t pointers;
	cuComplex *c = on_device<cuComplex>({ { 1, 2 }, { 3, 4 } });
	cuDoubleComplex *z = on_device<cuDoubleComplex>({ { 1, 2 }, { 3, 4 } });
	const float two = 2;
	const double three = 3;

	CHECK(cublasCreate(&h));
	CHECK(cublasSetStream(h, stream));
	CHECK(cublasGetStream(h, &got));
	CHECK(cublasSetAtomicsMode(h, CUBLAS_ATOMICS_ALLOWED));
	CHECK(cublasGetAtomicsMode(h, &atomics));
	CHECK(cublasSetMathMode(h, CUBLAS_PEDANTIC_MATH));
	CHECK(cublasGetMathMode(h, &math));
	CHECK(cublasGetPointerMode(h, &pointers));
	printf("cuBLAS %d %d %d %d\n", got == stream, atomics == CUBLAS_ATOMICS_ALLOWED, math == CUBLAS_PEDANTIC_MATH,
	       pointers == CUBLAS_POINTER_MODE_HOST);
	CHECK(cublasCsscal(h, 2, &two, c, 1));
	CHECK(cublasCsscal_v2_64(h, 2, &two, c, 1));
	CHECK(cublasZdscal_v2_64(h, 2, &three, z, 1));
	CHECK(cudaStreamSynchronize(stream));
	printf("%g %g %g %g\n", fetch(c, 2)[0].x, fetch(c, 2)[1].y, fetch(z, 2)[0].y, fetch(z, 2)[1].x);
	CHECK(cublasDestroy(h));
	CHECK(cudaFree(c));
	CHECK(cudaFree(z));
}

static void blas_lt()
{
	cublasLtMatmulDescOpaque_t desc;
	cublasLtMatrixLayoutOpaque_t layout;
	cublasLtMatmulPreferenceOpaque_t preference;
	cublasOperation_t op = CUBLAS_OP_T, op_read;
	int64_t ld_read;
	size_t written, bytes = 1 << 20, bytes_read;

	CHECK(cublasLtMatmulDescInit(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F)); /* cublasLtMatmulDescInit_internal */
	CHECK(cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op));
	CHECK(cublasLtMatmulDescGetAttribute(&desc, CUBLASLT_MATMUL_DESC_TRANSA, &op_read, sizeof op_read, &written));
	CHECK(cublasLtMatrixLayoutInit(&layout, CUDA_R_32F, 3, 4, 5)); /* cublasLtMatrixLayoutInit_internal */
	CHECK(cublasLtMatrixLayoutGetAttribute(&layout, CUBLASLT_MATRIX_LAYOUT_LD, &ld_read, sizeof ld_read, &written));
	CHECK(cublasLtMatmulPreferenceInit(&preference)); /* cublasLtMatmulPreferenceInit_internal */
	CHECK(cublasLtMatmulPreferenceSetAttribute(&preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
	CHECK(cublasLtMatmulPreferenceGetAttribute(&preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes_read, sizeof bytes_read, &written));
	cublasLtHandle_t h;
	cublasLtMatmulAlgo_t algorithm;
	cublasLtMatmulHeuristicResult_t result;
	int found;

	CHECK(cublasLtCreate(&h));
	op = CUBLAS_OP_N;
	CHECK(cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op));
	CHECK(cublasLtMatrixLayoutInit(&layout, CUDA_R_32F, 4, 4, 4));
	CHECK(cublasLtMatmulAlgoGetHeuristic(h, &desc, &layout, &layout, &layout, &layout, &preference, 1, &result, &found));
	algorithm = result.algo;
	CHECK(cublasLtMatmulAlgoCheck(h, &desc, &layout, &layout, &layout, &layout, &algorithm, &result));
	CHECK(cublasLtDestroy(h));
	op = CUBLAS_OP_T;
	printf("cuBLASLt %d %d %d\n", op_read == op, (int)ld_read, bytes_read == bytes);
}

static void fft()
{
	cufftHandle plan;
	size_t a, b, c;
	int version;
	cufftComplex *data = on_device<cufftComplex>({ { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 } });

	CHECK(cufftGetVersion(&version));
	CHECK(cufftEstimate2d(4, 4, CUFFT_C2C, &a));
	CHECK(cufftEstimate3d(4, 4, 4, CUFFT_C2C, &b));
	CHECK(cufftCreate(&plan));
	CHECK(cufftSetAutoAllocation(plan, 1));
	CHECK(cufftMakePlan1d(plan, 4, CUFFT_C2C, 1, &c));
	CHECK(cufftGetSize(plan, &c));
	CHECK(cufftExecC2C(plan, data, data, CUFFT_FORWARD));
	printf("cuFFT %d %g %g\n", version > 0, fetch(data, 4)[0].x, fabs(fetch(data, 4)[1].x) < 1e-6 ? 0.0 : 1.0);
	CHECK(cufftDestroy(plan));
	CHECK(cufftCreate(&plan));
	CHECK(cufftMakePlan2d(plan, 2, 2, CUFFT_C2C, &c));
	CHECK(cufftDestroy(plan));
	CHECK(cudaFree(data));
}

static void numbers()
{
	curandGenerator_t g;
	int version, part;
	unsigned *bits = on_device(std::vector<unsigned>(8));
	unsigned long long *wide = on_device(std::vector<unsigned long long>(4));
	float *uniform = on_device(std::vector<float>(4));
	double *real = on_device(std::vector<double>(4));

	CHECK(curandGetVersion(&version));
	CHECK(curandGetProperty(MAJOR_VERSION, &part));
	CHECK(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT));
	CHECK(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_DEFAULT));
	CHECK(curandGenerateSeeds(g));
	CHECK(curandGenerateLogNormalDouble(g, real, 4, 0, 1));
	printf("cuRAND %d %d %d, of another type: %d\n", version > 0, part, fetch(real, 4)[0] > 0, curandGenerateLongLong(g, wide, 4));
	CHECK(curandDestroyGenerator(g));
	/* Sobol's sequences are those of NVIDIA's library: these numbers are from there. */
	CHECK(curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32));
	CHECK(curandSetQuasiRandomGeneratorDimensions(g, 2));
	CHECK(curandGenerate(g, bits, 8));
	for (unsigned v : fetch(bits, 8))
		printf("%u ", v);
	CHECK(curandSetGeneratorOffset(g, 5));
	CHECK(curandSetQuasiRandomGeneratorDimensions(g, 1));
	CHECK(curandGenerateUniform(g, uniform, 4));
	for (float v : fetch(uniform, 4))
		printf("%g ", v);
	CHECK(curandSetGeneratorOffset(g, 13));
	CHECK(curandGenerateNormal(g, uniform, 3, 0, 1));
	for (float v : fetch(uniform, 3))
		printf("%.6f ", v);
	printf("\n");
	CHECK(curandDestroyGenerator(g));
	CHECK(curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL64));
	CHECK(curandGenerateLongLong(g, wide, 4));
	for (unsigned long long v : fetch(wide, 4))
		printf("%llu ", v);
	printf("\n");
	CHECK(curandDestroyGenerator(g));
	CHECK(cudaFree(bits));
	CHECK(cudaFree(wide));
	CHECK(cudaFree(uniform));
	CHECK(cudaFree(real));
}

static void solver()
{
	cusolverDnHandle_t h;
	cusolverDnParams_t params;
	int version, part, *info = on_device(std::vector<int>(1));
	size_t on, off;
	double *a = on_device<double>({ 2, 1, 1, 2 }), *w = on_device(std::vector<double>(2)), *l = on_device<double>({ 4, 2, 2, 5 });

	CHECK(cusolverGetVersion(&version));
	CHECK(cusolverGetProperty(MAJOR_VERSION, &part));
	CHECK(cusolverDnCreate(&h));
	CHECK(cusolverDnSetStream(h, stream));
	CHECK(cusolverDnGetStream(h, &got));
	CHECK(cusolverDnCreateParams(&params));
	CHECK(cusolverDnXsyevd_bufferSize(h, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, CUDA_R_64F, a, 2, CUDA_R_64F, w, CUDA_R_64F,
					  &on, &off));
	std::vector<char> on_host(off + 1);
	char *work = on_device(std::vector<char>(on + 1));
	CHECK(cusolverDnXsyevd(h, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 2, CUDA_R_64F, a, 2, CUDA_R_64F, w, CUDA_R_64F, work, on,
			       on_host.data(), off, info));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaFree(work));
	CHECK(cusolverDnXpotrf_bufferSize(h, params, CUBLAS_FILL_MODE_LOWER, 2, CUDA_R_64F, l, 2, CUDA_R_64F, &on, &off));
	on_host.resize(off + 1);
	work = on_device(std::vector<char>(on + 1));
	CHECK(cusolverDnXpotrf(h, params, CUBLAS_FILL_MODE_LOWER, 2, CUDA_R_64F, l, 2, CUDA_R_64F, work, on, on_host.data(), off, info));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaFree(work));
	printf("cuSOLVER %d %d %g %g %g %g\n", part > 0, got == stream, fetch(w, 2)[0], fetch(w, 2)[1], fetch(l, 4)[0], fetch(l, 4)[3]);
	CHECK(cusolverDnDestroyParams(params));
	CHECK(cusolverDnDestroy(h));
	for (void *p : { (void *)a, (void *)w, (void *)l, (void *)info })
		CHECK(cudaFree(p));
}

static void sparse()
{
	cusparseHandle_t h;
	cusparsePointerMode_t mode;
	int version, *offsets = on_device<int>({ 0, 1, 2 }), *indices = on_device<int>({ 1, 0 }), *rows = on_device<int>({ 0, 1 });
	float *values = on_device<float>({ 2, 3 }), *x = on_device<float>({ 10, 100 }), *y = on_device<float>({ 0, 0 });
	const float one = 1, none = 0;
	cusparseConstSpMatDescr_t a;
	cusparseSpMatDescr_t csc, coo;
	cusparseConstDnVecDescr_t dx;
	cusparseDnVecDescr_t dy;
	cusparseConstDnMatDescr_t mx;
	cusparseDnMatDescr_t my;
	const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
	size_t size;
	void *p, *work;

	CHECK(cudaMalloc(&work, 4096));
	CHECK(cusparseCreate(&h));
	CHECK(cusparseGetVersion(h, &version));
	CHECK(cusparseSetStream(h, stream));
	CHECK(cusparseGetStream(h, &got));
	CHECK(cusparseGetPointerMode(h, &mode));
	printf("cuSPARSE %d %d %d\n", version > 0, got == stream, mode == CUSPARSE_POINTER_MODE_HOST);
	CHECK(cusparseCreateConstCsr(&a, 2, 2, 2, offsets, indices, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cusparseCreateConstDnVec(&dx, 2, x, CUDA_R_32F));
	CHECK(cusparseCreateDnVec(&dy, 2, x, CUDA_R_32F));
	CHECK(cusparseDnVecSetValues(dy, y));
	CHECK(cusparseDnVecGetValues(dy, &p));
	CHECK(cusparseSpMV_preprocess(h, op, &one, a, dx, &none, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, work));
	CHECK(cusparseSpMV(h, op, &one, a, dx, &none, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, work));
	CHECK(cudaStreamSynchronize(stream));
	printf("%d %g %g\n", p == y, fetch(y, 2)[0], fetch(y, 2)[1]);
	CHECK(cusparseCreateConstDnMat(&mx, 2, 1, 2, x, CUDA_R_32F, CUSPARSE_ORDER_COL));
	CHECK(cusparseCreateDnMat(&my, 2, 1, 2, x, CUDA_R_32F, CUSPARSE_ORDER_COL));
	CHECK(cusparseDnMatSetValues(my, y));
	CHECK(cusparseDnMatGetValues(my, &p));
	/* By columns, the same arrays are the transposed matrix. */
	CHECK(cusparseCreateCsc(&csc, 2, 2, 2, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cusparseCscSetPointers(csc, offsets, indices, values));
	CHECK(cusparseSpMM_bufferSize(h, op, op, &one, csc, mx, &none, my, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &size));
	CHECK(cusparseSpMM_preprocess(h, op, op, &one, csc, mx, &none, my, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, work));
	CHECK(cusparseSpMM(h, op, op, &one, csc, mx, &none, my, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, work));
	CHECK(cudaStreamSynchronize(stream));
	printf("%d %g %g\n", p == y, fetch(y, 2)[0], fetch(y, 2)[1]);
	CHECK(cusparseCreateCoo(&coo, 2, 2, 2, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cusparseCooSetPointers(coo, rows, indices, x));
	CHECK(cusparseSpMatSetValues(coo, values));
	CHECK(cusparseSpMatGetValues(coo, &p));
	CHECK(cusparseSpMM(h, op, op, &one, coo, mx, &none, my, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, work));
	CHECK(cudaStreamSynchronize(stream));
	printf("%d %g %g\n", p == values, fetch(y, 2)[0], fetch(y, 2)[1]);
	CHECK(cusparseSDDMM_bufferSize(h, op, CUSPARSE_OPERATION_TRANSPOSE, &one, mx, mx, &none, coo, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
	CHECK(cusparseSparseToDense_bufferSize(h, a, my, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
	CHECK(cusparseDenseToSparse_bufferSize(h, mx, coo, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
	CHECK(cusparseDestroySpMat(a));
	CHECK(cusparseDestroySpMat(csc));
	CHECK(cusparseDestroySpMat(coo));
	CHECK(cusparseDestroyDnVec(dx));
	CHECK(cusparseDestroyDnVec(dy));
	CHECK(cusparseDestroyDnMat(mx));
	CHECK(cusparseDestroyDnMat(my));
	CHECK(cudaFree(work));
	CHECK(cusparseDestroy(h));
	for (void *q : { (void *)offsets, (void *)indices, (void *)rows, (void *)values, (void *)x, (void *)y })
		CHECK(cudaFree(q));
}

int main()
{
	CHECK(cudaStreamCreate(&stream));
	blas();
	blas_lt();
	fft();
	numbers();
	solver();
	sparse();
	CHECK(cudaStreamDestroy(stream));
}
