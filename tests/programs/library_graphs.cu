// options: -lcublas -lcublasLt -lcufft -lcusolver -lcusparse
// library: liblapack.so.3
/*
 * Calls of libraries captured into a graph: a product, one with an epilogue, a transform, a sparse product, a solution. The graph is
 * launched again with other numbers in the same memory. Scalars of the host are those of the capture.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static const int n = 4;

__global__ void fill(double *a, double *b, double *x, double by)
{
	int i = threadIdx.x, row = i % n, column = i / n;
	a[i] = row == column ? 9 + by : by / (1 + row + 2 * column);
	b[i] = i - by;
	if (i < n)
		x[i] = i + by;
}

static std::vector<double> host(const double *at, int count)
{
	std::vector<double> v(count);
	CHECK(cudaMemcpy(v.data(), at, count * sizeof(double), cudaMemcpyDeviceToHost));
	return v;
}

int main()
{
	cudaStream_t s;
	CHECK(cudaStreamCreate(&s));
	double *a, *b, *c, *d, *lu, *x, *y, *solved, *signal, *by_of_device;
	for (double **p : { &a, &b, &c, &d, &lu })
		CHECK(cudaMalloc(p, n * n * sizeof(double)));
	for (double **p : { &x, &y, &solved, &by_of_device })
		CHECK(cudaMalloc(p, n * sizeof(double)));
	CHECK(cudaMalloc(&signal, n * n * sizeof(double)));

	cublasHandle_t blas;
	cublasLtHandle_t lt;
	cufftHandle plan;
	cusolverDnHandle_t solver;
	cusparseHandle_t sparse;
	void *blas_work, *sparse_work;
	CHECK(cublasCreate(&blas));
	CHECK(cublasSetStream(blas, s));
	CHECK(cudaMalloc(&blas_work, 4 << 20));
	CHECK(cublasSetWorkspace(blas, blas_work, 4 << 20));
	CHECK(cublasLtCreate(&lt));
	CHECK(cufftPlan1d(&plan, n * n / 2, CUFFT_Z2Z, 1));
	CHECK(cufftSetStream(plan, s));
	CHECK(cusolverDnCreate(&solver));
	CHECK(cusolverDnSetStream(solver, s));
	CHECK(cusparseCreate(&sparse));
	CHECK(cusparseSetStream(sparse, s));

	int size, *pivots, *info;
	double *solver_work;
	CHECK(cusolverDnDgetrf_bufferSize(solver, n, n, lu, n, &size));
	CHECK(cudaMalloc(&solver_work, size * sizeof(double)));
	CHECK(cudaMalloc(&pivots, n * sizeof(int)));
	CHECK(cudaMalloc(&info, sizeof(int)));

	// The matrix a as a sparse one, by rows: that is its transposition.
	std::vector<int> offsets, columns;
	for (int i = 0; i <= n; i++)
		offsets.push_back(i * n);
	for (int i = 0; i < n * n; i++)
		columns.push_back(i % n);
	int *d_offsets, *d_columns;
	CHECK(cudaMalloc(&d_offsets, offsets.size() * sizeof(int)));
	CHECK(cudaMalloc(&d_columns, columns.size() * sizeof(int)));
	CHECK(cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_columns, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice));
	cusparseSpMatDescr_t rows;
	cusparseDnVecDescr_t in, out;
	size_t bytes;
	double one = 1, zero = 0, factor = 0.5;
	CHECK(cusparseCreateCsr(&rows, n, n, n * n, d_offsets, d_columns, a, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
	CHECK(cusparseCreateDnVec(&in, n, x, CUDA_R_64F));
	CHECK(cusparseCreateDnVec(&out, n, y, CUDA_R_64F));
	CHECK(cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, rows, in, &zero, out, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
	CHECK(cudaMalloc(&sparse_work, bytes + 1));

	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t layout;
	const cublasLtEpilogue_t none = CUBLASLT_EPILOGUE_DEFAULT;
	CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_64F, CUDA_R_64F));
	CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &none, sizeof none));
	CHECK(cublasLtMatrixLayoutCreate(&layout, CUDA_R_64F, n, n, n));

	for (double by = 0; by < 2; by++) {
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
		CHECK(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
		factor = 0.5 + by;
		CHECK(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &factor, a, n, b, n, &zero, c, n));
		CHECK(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
		CHECK(cublasDscal(blas, n * n, by_of_device, c, 1));
		CHECK(cublasLtMatmul(lt, desc, &one, b, layout, a, layout, &zero, d, layout, d, layout, NULL, NULL, 0, s));
		CHECK(cudaMemcpyAsync(signal, b, n * n * sizeof(double), cudaMemcpyDeviceToDevice, s));
		CHECK(cufftExecZ2Z(plan, (cufftDoubleComplex *)signal, (cufftDoubleComplex *)signal, CUFFT_FORWARD));
		CHECK(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, rows, in, &zero, out, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, sparse_work));
		CHECK(cudaMemcpyAsync(lu, a, n * n * sizeof(double), cudaMemcpyDeviceToDevice, s));
		CHECK(cudaMemcpyAsync(solved, y, n * sizeof(double), cudaMemcpyDeviceToDevice, s));
		CHECK(cusolverDnDgetrf(solver, n, n, lu, n, solver_work, pivots, info));
		CHECK(cusolverDnDgetrs(solver, CUBLAS_OP_T, n, 1, lu, n, pivots, solved, n, info));
		CHECK(cudaStreamEndCapture(s, &graph));
		CHECK(cudaGraphInstantiate(&exec, graph, 0));
		const double used = factor;
		factor = 1000;
		for (int round = 1; round <= 3; round++) {
			const double device_factor = 10 * round;
			CHECK(cudaMemcpyAsync(by_of_device, &device_factor, sizeof device_factor, cudaMemcpyHostToDevice, s));
			fill<<<1, n * n, 0, s>>>(a, b, x, round);
			CHECK(cudaGraphLaunch(exec, s));
			CHECK(cudaStreamSynchronize(s));
			const auto ha = host(a, n * n), hb = host(b, n * n), hc = host(c, n * n), hd = host(d, n * n), hs = host(signal, 2), hx = host(x, n),
				   got = host(solved, n);
			double worst = 0, real = 0, imaginary = 0;
			for (int i = 0; i < n; i++)
				for (int j = 0; j < n; j++) {
					double ab = 0, ba = 0;
					for (int k = 0; k < n; k++) {
						ab += ha[i + k * n] * hb[k + j * n];
						ba += hb[i + k * n] * ha[k + j * n];
					}
					worst = fmax(worst, fmax(fabs(hc[i + j * n] - used * device_factor * ab), fabs(hd[i + j * n] - ba)));
				}
			for (int i = 0; i < n * n; i += 2) {
				real += hb[i];
				imaginary += hb[i + 1];
			}
			worst = fmax(worst, fmax(fabs(hs[0] - real), fabs(hs[1] - imaginary)));
			for (int i = 0; i < n; i++) /* what the sparse product has made of x, the solution undoes */
				worst = fmax(worst, fabs(got[i] - hx[i]));
			printf("graph %g, round %d: %s\n", by, round, worst < 1e-9 ? "right" : "WRONG");
		}
		CHECK(cudaGraphExecDestroy(exec));
		CHECK(cudaGraphDestroy(graph));
	}
	CHECK(cusparseDestroySpMat(rows));
	CHECK(cusparseDestroyDnVec(in));
	CHECK(cusparseDestroyDnVec(out));
	CHECK(cusparseDestroy(sparse));
	CHECK(cusolverDnDestroy(solver));
	CHECK(cufftDestroy(plan));
	CHECK(cublasLtMatmulDescDestroy(desc));
	CHECK(cublasLtMatrixLayoutDestroy(layout));
	CHECK(cublasLtDestroy(lt));
	CHECK(cublasDestroy(blas));
	for (void *p : { (void *)a, (void *)b, (void *)c, (void *)d, (void *)lu, (void *)x, (void *)y, (void *)solved, (void *)signal, (void *)by_of_device,
			 blas_work, sparse_work, (void *)solver_work, (void *)pivots, (void *)info, (void *)d_offsets, (void *)d_columns })
		CHECK(cudaFree(p));
	CHECK(cudaStreamDestroy(s));
	return 0;
}
