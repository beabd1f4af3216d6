// options: -lcusparse
/*
 * The product of two sparse matrices by cuSPARSE (SpGEMM): work estimation, computation, room for the result, and the copy; with
 * values in float and double, and indices from 0. The host multiplies the same matrices as dense ones.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cusparse.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

template <typename T> struct sparse {
	int rows, columns;
	std::vector<T> dense;
	std::vector<int> offsets, indices;
	std::vector<T> values;

	sparse(int rows, int columns, unsigned seed) : rows(rows), columns(columns), dense(rows * columns)
	{
		offsets.push_back(0);
		for (int i = 0; i < rows; i++) {
			for (int j = 0; j < columns; j++) {
				seed = seed * 1664525u + 1013904223u;
				if ((seed >> 16) % 4 || i == 2)
					continue;
				dense[i * columns + j] = T((seed >> 24) % 9 + 1);
				indices.push_back(j);
				values.push_back(dense[i * columns + j]);
			}
			offsets.push_back((int)indices.size());
		}
	}
};

template <typename T> T *to_device(const std::vector<T> &v)
{
	T *p;
	CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

template <typename T> void multiply(cusparseHandle_t handle, cudaDataType type, cusparseSpGEMMAlg_t how, int m, int k, int n)
{
	const sparse<T> a(m, k, 1), b(k, n, 2);
	const T alpha = 2, beta = 0;
	int *ao = to_device(a.offsets), *ai = to_device(a.indices), *bo = to_device(b.offsets), *bi = to_device(b.indices), *co, *ci;
	T *av = to_device(a.values), *bv = to_device(b.values), *cv;
	cusparseSpMatDescr_t sa, sb, sc;
	cusparseSpGEMMDescr_t product;
	size_t size1 = 0, size2 = 0;
	void *work1, *work2;
	int64_t rows, columns, nnz;

	CHECK(cudaMalloc(&co, (m + 1) * sizeof(int)));
	CHECK(cusparseCreateCsr(&sa, m, k, a.values.size(), ao, ai, av, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
				type));
	CHECK(cusparseCreateCsr(&sb, k, n, b.values.size(), bo, bi, bv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
				type));
	CHECK(cusparseCreateCsr(&sc, m, n, 0, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
	CHECK(cusparseSpGEMM_createDescr(&product));
	const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
	CHECK(cusparseSpGEMM_workEstimation(handle, plain, plain, &alpha, sa, sb, &beta, sc, type, how, product,
					    &size1, NULL));
	CHECK(cudaMalloc(&work1, size1));
	CHECK(cusparseSpGEMM_workEstimation(handle, plain, plain, &alpha, sa, sb, &beta, sc, type, how, product,
					    &size1, work1));
	if (how == CUSPARSE_SPGEMM_ALG3) { /* with little memory: it says how much a part of the products needs */
		size_t size3 = 0;
		void *work3;
		int64_t products = 0, expected = 0;
		CHECK(cusparseSpGEMM_getNumProducts(product, &products));
		for (int column : a.indices)
			expected += b.offsets[column + 1] - b.offsets[column];
		CHECK(products != expected);
		CHECK(cusparseSpGEMM_estimateMemory(handle, plain, plain, &alpha, sa, sb, &beta, sc, type, how, product, 0.2f, &size3,
						    NULL, NULL));
		CHECK(cudaMalloc(&work3, size3));
		CHECK(cusparseSpGEMM_estimateMemory(handle, plain, plain, &alpha, sa, sb, &beta, sc, type, how, product, 0.2f, &size3,
						    work3, &size2));
		CHECK(cudaFree(work3));
	} else {
		CHECK(cusparseSpGEMM_compute(handle, plain, plain, &alpha, sa, sb, &beta, sc, type, how, product, &size2, NULL));
	}
	CHECK(cudaMalloc(&work2, size2));
	CHECK(cusparseSpGEMM_compute(handle, plain, plain, &alpha, sa, sb, &beta, sc, type, how, product, &size2,
				     work2));
	CHECK(cusparseSpMatGetSize(sc, &rows, &columns, &nnz));
	CHECK(cudaMalloc(&ci, nnz * sizeof(int)));
	CHECK(cudaMalloc(&cv, nnz * sizeof(T)));
	CHECK(cusparseCsrSetPointers(sc, co, ci, cv));
	CHECK(cusparseSpGEMM_copy(handle, plain, plain, &alpha, sa, sb, &beta, sc, type, how, product));

	std::vector<int> offsets(m + 1), indices(nnz);
	std::vector<T> values(nnz), dense(m * n);
	CHECK(cudaMemcpy(offsets.data(), co, (m + 1) * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(indices.data(), ci, nnz * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(values.data(), cv, nnz * sizeof(T), cudaMemcpyDeviceToHost));
	int wrong = offsets[m] != nnz;
	for (int i = 0; i < m; i++)
		for (int p = offsets[i]; p < offsets[i + 1]; p++)
			dense[i * n + indices[p]] += values[p];
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			T sum = 0;
			for (int q = 0; q < k; q++)
				sum += a.dense[i * k + q] * b.dense[q * n + j];
			wrong += dense[i * n + j] != alpha * sum;
		}
	printf("%lld x %lld, %lld entries: %d wrong\n", (long long)rows, (long long)columns, (long long)nnz, wrong);
	CHECK(cusparseSpGEMM_destroyDescr(product));
	CHECK(cusparseDestroySpMat(sa));
	CHECK(cusparseDestroySpMat(sb));
	CHECK(cusparseDestroySpMat(sc));
	for (void *p : { (void *)ao, (void *)ai, (void *)av, (void *)bo, (void *)bi, (void *)bv, (void *)co, (void *)ci, (void *)cv,
			 work1, work2 })
		CHECK(cudaFree(p));
}

int main()
{
	cusparseHandle_t handle;
	CHECK(cusparseCreate(&handle));
	multiply<float>(handle, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, 5, 7, 6);
	multiply<double>(handle, CUDA_R_64F, CUSPARSE_SPGEMM_ALG3, 30, 17, 23);
	CHECK(cusparseDestroy(handle));
}
