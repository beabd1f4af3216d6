// options: -lcusparse
/*
 * cuSPARSE: products and conversions of matrices in each format, each compared with the same on the full matrix, by loops on the host.
 */
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
#include <cusparse.h>

typedef std::complex<double> number;
#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static cusparseHandle_t handle;
static void *room; /* an externalBuffer; an H200 asks for up to 1,693 bytes here */
static unsigned seed = 1;
static const number alpha(1.5, -0.5), beta(0.25, 2);

static unsigned next()
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 16;
}

static number value()
{
	return number((double)(next() & 255) / 64 - 1.99, (double)(next() & 255) / 64 - 1.99);
}

template <typename T> struct Memory {
	T *at;
	size_t n;

	explicit Memory(size_t n) : n(n) { CHECK(cudaMalloc((void **)&at, n * sizeof(T))); }
	explicit Memory(const std::vector<T> &v) : Memory(v.size()) { CHECK(cudaMemcpy(at, v.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
	~Memory() { CHECK(cudaFree(at)); }
	Memory(const Memory &) = delete;
	std::vector<T> get() const
	{
		std::vector<T> v(n);

		CHECK(cudaMemcpy(v.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost));
		return v;
	}
};

static void show(const char *what, const std::vector<number> &got, const std::function<number(size_t)> &want)
{
	double most = 0;

	for (size_t i = 0; i < got.size(); i++)
		most = fmax(most, std::abs(got[i] - want(i)));
	printf("%s: %s\n", what, most < 1e-9 ? "right" : "WRONG");
}

/* m x n, a third of its elements not 0; `base` is what indices begin with. */
struct Sparse {
	int m, n, base;
	std::vector<number> full, values, column_values;
	std::vector<int> offsets, columns, rows, column_offsets, column_rows;

	Sparse(int m, int n, int base) : m(m), n(n), base(base), full((size_t)m * n)
	{
		for (auto &x : full)
			x = next() % 3 ? 0.0 : value();
		for (int i = 0; i < m; i++) {
			offsets.push_back((int)values.size() + base);
			for (int j = 0; j < n; j++)
				if (at(i, j) != 0.0) {
					values.push_back(at(i, j));
					columns.push_back(j + base);
					rows.push_back(i + base);
				}
		}
		offsets.push_back((int)values.size() + base);
		for (int j = 0; j < n; j++) {
			column_offsets.push_back((int)column_values.size() + base);
			for (int i = 0; i < m; i++)
				if (at(i, j) != 0.0) {
					column_values.push_back(at(i, j));
					column_rows.push_back(i + base);
				}
		}
		column_offsets.push_back((int)column_values.size() + base);
	}
	number at(int i, int j) const { return full[(size_t)j * m + i]; }
	number at(cusparseOperation_t op, int i, int j) const
	{
		return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? at(i, j) : op == CUSPARSE_OPERATION_TRANSPOSE ? at(j, i) : std::conj(at(j, i));
	}
};

static std::vector<number> random_values(size_t n)
{
	std::vector<number> v(n);

	for (auto &x : v)
		x = value();
	return v;
}

static const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

static void products(int base)
{
	const Sparse s(5, 4, base);
	const auto index_base = (cusparseIndexBase_t)base;
	const int nnz = (int)s.values.size();
	Memory<int> offsets(s.offsets), columns(s.columns), rows(s.rows), column_offsets(s.column_offsets), column_rows(s.column_rows);
	Memory<number> values(s.values), column_values(s.column_values);
	cusparseSpMatDescr_t formats[3];

	CHECK(cusparseCreateCsr(&formats[0], 5, 4, nnz, offsets.at, columns.at, values.at, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, index_base, CUDA_C_64F));
	CHECK(cusparseCreateCsc(&formats[1], 5, 4, nnz, column_offsets.at, column_rows.at, column_values.at, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
				index_base, CUDA_C_64F));
	CHECK(cusparseCreateCoo(&formats[2], 5, 4, nnz, rows.at, columns.at, values.at, CUSPARSE_INDEX_32I, index_base, CUDA_C_64F));
	for (auto f : formats) {
		for (auto op : { plain, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE }) {
			const int in = op == plain ? 4 : 5, out = 9 - in;
			const auto hx = random_values(in), hy = random_values(out);
			Memory<number> x(hx), y(hy);
			cusparseDnVecDescr_t dx, dy;
			size_t size;
			void *work;

			CHECK(cusparseCreateDnVec(&dx, in, x.at, CUDA_C_64F));
			CHECK(cusparseCreateDnVec(&dy, out, y.at, CUDA_C_64F));
			CHECK(cusparseSpMV_bufferSize(handle, op, &alpha, f, dx, &beta, dy, CUDA_C_64F, CUSPARSE_SPMV_ALG_DEFAULT, &size));
			CHECK(cudaMalloc(&work, size));
			CHECK(cusparseSpMV(handle, op, &alpha, f, dx, &beta, dy, CUDA_C_64F, CUSPARSE_SPMV_ALG_DEFAULT, work));
			show("SpMV", y.get(), [&](size_t i) {
				number sum = 0;
				for (int k = 0; k < in; k++)
					sum += s.at(op, (int)i, k) * hx[k];
				return alpha * sum + beta * hy[i];
			});
			CHECK(cudaFree(work));
			CHECK(cusparseDestroyDnVec(dx));
			CHECK(cusparseDestroyDnVec(dy));
		}
		for (auto order : { CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW }) {
			const auto hb = random_values(4 * 3), hc = random_values(5 * 3);
			Memory<number> b(hb), c(hc);
			cusparseDnMatDescr_t db, dc;
			const bool by_columns = order == CUSPARSE_ORDER_COL;

			CHECK(cusparseCreateDnMat(&db, 4, 3, by_columns ? 4 : 3, b.at, CUDA_C_64F, order));
			CHECK(cusparseCreateDnMat(&dc, 5, 3, by_columns ? 5 : 3, c.at, CUDA_C_64F, order));
			CHECK(cusparseSpMM(handle, plain, plain, &alpha, f, db, &beta, dc, CUDA_C_64F, CUSPARSE_SPMM_ALG_DEFAULT, room));
			show("SpMM", c.get(), [&](size_t at) {
				const int i = (int)(by_columns ? at % 5 : at / 3), j = (int)(by_columns ? at / 5 : at % 3);
				number sum = 0;
				for (int k = 0; k < 4; k++)
					sum += s.at(i, k) * hb[by_columns ? k + j * 4 : k * 3 + j];
				return alpha * sum + beta * hc[at];
			});
			CHECK(cusparseDestroyDnMat(db));
			CHECK(cusparseDestroyDnMat(dc));
		}
		{
			Memory<number> full(20);
			cusparseDnMatDescr_t d;

			CHECK(cusparseCreateDnMat(&d, 5, 4, 5, full.at, CUDA_C_64F, CUSPARSE_ORDER_COL));
			CHECK(cusparseSparseToDense(handle, f, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, room));
			show("SparseToDense", full.get(), [&](size_t at) { return s.full[at]; });
			CHECK(cusparseDestroyDnMat(d));
		}
	}
	{
		const auto hb = random_values(5 * 2), hc = random_values(2 * 4);
		Memory<number> b(hb), c(hc);
		cusparseDnMatDescr_t db, dc;

		CHECK(cusparseCreateDnMat(&db, 5, 2, 5, b.at, CUDA_C_64F, CUSPARSE_ORDER_COL));
		CHECK(cusparseCreateDnMat(&dc, 2, 4, 2, c.at, CUDA_C_64F, CUSPARSE_ORDER_COL));
		CHECK(cusparseSDDMM_preprocess(handle, plain, plain, &alpha, db, dc, &beta, formats[0], CUDA_C_64F, CUSPARSE_SDDMM_ALG_DEFAULT, room));
		CHECK(cusparseSDDMM(handle, plain, plain, &alpha, db, dc, &beta, formats[0], CUDA_C_64F, CUSPARSE_SDDMM_ALG_DEFAULT, room));
		show("SDDMM", values.get(), [&](size_t p) {
			const int i = s.rows[p] - base, j = s.columns[p] - base;
			return alpha * (hb[i] * hc[j * 2] + hb[i + 5] * hc[j * 2 + 1]) + beta * s.values[p];
		});
		CHECK(cusparseDestroyDnMat(db));
		CHECK(cusparseDestroyDnMat(dc));
	}
	for (auto f : formats)
		CHECK(cusparseDestroySpMat(f));
}

static bool equal(const Memory<int> &a, const std::vector<int> &b)
{
	return a.get() == b;
}

static void conversions(int base)
{
	const Sparse s(4, 6, base);
	const auto index_base = (cusparseIndexBase_t)base;
	const int nnz = (int)s.values.size();
	Memory<int> offsets(s.offsets), columns(s.columns), rows(s.rows), to_offsets(5), to_rows(nnz), csc_offsets(7), csc_rows(nnz);
	Memory<number> values(s.values), csc_values(nnz), full(s.full), back(nnz);
	Memory<int> new_offsets(5), new_columns(nnz);
	cusparseDnMatDescr_t d;
	cusparseSpMatDescr_t made;
	int64_t m, n, count;
	size_t size;

	CHECK(cusparseXcoo2csr(handle, rows.at, nnz, 4, to_offsets.at, index_base));
	CHECK(cusparseXcsr2coo(handle, offsets.at, nnz, 4, to_rows.at, index_base));
	printf("coo2csr %d csr2coo %d\n", equal(to_offsets, s.offsets), equal(to_rows, s.rows));
	CHECK(cusparseCsr2cscEx2_bufferSize(handle, 4, 6, nnz, values.at, offsets.at, columns.at, csc_values.at, csc_offsets.at, csc_rows.at, CUDA_C_64F,
					    CUSPARSE_ACTION_NUMERIC, index_base, CUSPARSE_CSR2CSC_ALG1, &size));
	CHECK(cusparseCsr2cscEx2(handle, 4, 6, nnz, values.at, offsets.at, columns.at, csc_values.at, csc_offsets.at, csc_rows.at, CUDA_C_64F,
				 CUSPARSE_ACTION_NUMERIC, index_base, CUSPARSE_CSR2CSC_ALG1, room));
	printf("csr2csc %d %d %d\n", equal(csc_offsets, s.column_offsets), equal(csc_rows, s.column_rows), csc_values.get() == s.column_values);
	CHECK(cusparseCreateDnMat(&d, 4, 6, 4, full.at, CUDA_C_64F, CUSPARSE_ORDER_COL));
	CHECK(cusparseCreateCsr(&made, 4, 6, 0, new_offsets.at, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, index_base, CUDA_C_64F));
	CHECK(cusparseDenseToSparse_analysis(handle, d, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, room));
	CHECK(cusparseSpMatGetSize(made, &m, &n, &count));
	CHECK(cusparseCsrSetPointers(made, new_offsets.at, new_columns.at, back.at));
	CHECK(cusparseDenseToSparse_convert(handle, d, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, room));
	printf("DenseToSparse %d %d %d %d\n", count == nnz, equal(new_offsets, s.offsets), equal(new_columns, s.columns), back.get() == s.values);
	CHECK(cusparseDestroyDnMat(d));
	CHECK(cusparseDestroySpMat(made));
}

/* Single precision, indices of 64 bits, scalars on the device. */
static void others()
{
	const std::vector<long> offsets = { 0, 2, 3 }, columns = { 0, 1, 1 };
	Memory<long> o(offsets), c(columns);
	Memory<float> values(std::vector<float>{ 1, 2, 3 }), x(std::vector<float>{ 10, 100 }), y(2), scalars(std::vector<float>{ 2, 0 });
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t dx, dy;

	CHECK(cusparseCreateCsr(&a, 2, 2, 3, o.at, c.at, values.at, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cusparseCreateDnVec(&dx, 2, x.at, CUDA_R_32F));
	CHECK(cusparseCreateDnVec(&dy, 2, y.at, CUDA_R_32F));
	CHECK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
	CHECK(cusparseSpMV(handle, plain, scalars.at, a, dx, scalars.at + 1, dy, CUDA_R_32F, CUSPARSE_SPMV_CSR_ALG1, room));
	CHECK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
	printf("%g %g\n", y.get()[0], y.get()[1]);
	CHECK(cusparseDestroySpMat(a));
	CHECK(cusparseDestroyDnVec(dx));
	CHECK(cusparseDestroyDnVec(dy));
}

int main()
{
	CHECK(cusparseCreate(&handle));
	CHECK(cudaMalloc(&room, 4096));
	for (int base : { 0, 1 }) {
		products(base);
		conversions(base);
	}
	others();
	CHECK(cudaFree(room));
	CHECK(cusparseDestroy(handle));
}
