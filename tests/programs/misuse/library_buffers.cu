// options: -lcusparse -lcusolver -lcufft
// Memory to work in that libraries do not get: none, or as many bytes as there should be elements. A direction that a plan does not have.
// gpu: no (there a kernel writes beyond the memory)
// says: cusolverDnDgeqrf needs [0-9]+ bytes as its memory to work in.*cusparseSpMV is given NULL as its externalBuffer.*cufftXtExec is given the direction 1 for a plan of the type CUFFT_R2C
#include <cstdio>
#include <cufftXt.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <cuda_runtime.h>

template <typename T> static T *to_device(const T *host, int n)
{
	T *p;
	if (cudaMalloc(&p, n * sizeof(T)) || (host ? cudaMemcpy(p, host, n * sizeof(T), cudaMemcpyHostToDevice) : cudaMemset(p, 0, n * sizeof(T))))
		printf("no memory\n");
	return p;
}

int main()
{
	const int offsets[] = { 0, 1, 2 }, columns[] = { 1, 0 };
	const float values[] = { 2, 3 }, x[] = { 5, 7 }, one = 1, zero = 0;
	int *d_offsets = to_device(offsets, 3), *d_columns = to_device(columns, 2);
	float *d_values = to_device(values, 2), *d_x = to_device(x, 2), *d_y = to_device<float>(nullptr, 2), y[2];
	cusparseHandle_t sparse;
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t vx, vy;
	size_t bytes;
	void *work;

	cusparseCreate(&sparse);
	cusparseCreateCsr(&a, 2, 2, 2, d_offsets, d_columns, d_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
	cusparseCreateDnVec(&vx, 2, d_x, CUDA_R_32F);
	cusparseCreateDnVec(&vy, 2, d_y, CUDA_R_32F);
	printf("SpMV without a buffer: %d\n", cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F,
							   CUSPARSE_SPMV_ALG_DEFAULT, NULL));
	cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
	if (cudaMalloc(&work, bytes))
		return 1;
	printf("with one: %d\n", cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
					      work));
	if (cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost))
		return 1;
	printf("%g %g\n", y[0], y[1]);
	cusparseDestroyDnVec(vx);
	cusparseDestroyDnVec(vy);
	cusparseDestroySpMat(a);
	cusparseDestroy(sparse);

	const double square[] = { 4, 1, 1, 3 };
	double *d_square = to_device(square, 4), *d_tau = to_device<double>(nullptr, 2), *short_of, *enough;
	int *info = to_device<int>(nullptr, 1), size;
	cusolverDnHandle_t dense;
	cusolverDnCreate(&dense);
	cusolverDnDgeqrf_bufferSize(dense, 2, 2, d_square, 2, &size);
	if (cudaMalloc(&short_of, size) || cudaMalloc(&enough, size * sizeof(double)))
		return 1;
	printf("bytes for elements: %d\n", cusolverDnDgeqrf(dense, 2, 2, d_square, 2, d_tau, short_of, size, info) != 0);
	printf("elements: %d\n", cusolverDnDgeqrf(dense, 2, 2, d_square, 2, d_tau, enough, size, info));
	cusolverDnDestroy(dense);

	float *real = to_device<float>(nullptr, 8);
	cufftComplex *spectrum = to_device<cufftComplex>(nullptr, 5);
	long long n = 8;
	cufftHandle plan;
	cufftCreate(&plan);
	cufftXtMakePlanMany(plan, 1, &n, NULL, 1, 0, CUDA_R_32F, NULL, 1, 0, CUDA_C_32F, 1, &bytes, CUDA_C_32F);
	printf("backwards: %d\n", cufftXtExec(plan, real, spectrum, CUFFT_INVERSE));
	printf("forward: %d\n", cufftXtExec(plan, real, spectrum, CUFFT_FORWARD));
	cufftDestroy(plan);
	for (void *p : { (void *)d_offsets, (void *)d_columns, (void *)d_values, (void *)d_x, (void *)d_y, work, (void *)d_square, (void *)d_tau,
			 (void *)info, (void *)short_of, (void *)enough, (void *)real, (void *)spectrum })
		if (cudaFree(p))
			return 1;
}
