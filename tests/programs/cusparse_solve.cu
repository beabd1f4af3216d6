// options: -lcusparse
/*
 * cuSPARSE's equations: with a triangle, by factors without fill-in, with three diagonals; its sparse vectors, and columns that are
 * counted and sorted. Solutions are put back into their equations.
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

static cusparseHandle_t handle;
static unsigned seed = 3;

static double next()
{
	seed = seed * 1664525u + 1013904223u;
	return (double)(seed >> 16 & 255) / 64 - 1.99;
}

template <typename T> struct Memory {
	T *at;
	size_t n;

	explicit Memory(const std::vector<T> &v) : n(v.size())
	{
		CHECK(cudaMalloc((void **)&at, n * sizeof(T)));
		put(v);
	}
	~Memory() { CHECK(cudaFree(at)); }
	Memory(const Memory &) = delete;
	void put(const std::vector<T> &v) { CHECK(cudaMemcpy(at, v.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
	std::vector<T> get() const
	{
		std::vector<T> v(n);

		CHECK(cudaMemcpy(v.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost));
		return v;
	}
};

/* A full matrix by rows, and the entries of it that `keep` names, with a heavy diagonal; columns from the last to the first. */
struct Sparse {
	int n;
	std::vector<double> full, values;
	std::vector<int> offsets, columns;

	template <typename Keep> Sparse(int n, int base, bool symmetric, Keep keep) : n(n), full(n * n, 0.0)
	{
		for (int i = 0; i < n; i++)
			for (int j = 0; j <= i; j++) {
				full[i * n + j] = i == j ? 6 + next() : next();
				full[j * n + i] = symmetric || i == j ? full[i * n + j] : next();
			}
		offsets.push_back(base);
		for (int i = 0; i < n; i++) {
			for (int j = n - 1; j >= 0; j--)
				if (keep(i, j)) {
					columns.push_back(j + base);
					values.push_back(full[i * n + j]);
				} else {
					full[i * n + j] = 0;
				}
			offsets.push_back((int)values.size() + base);
		}
	}
};

static void show(const char *what, double off) { printf("%s: %s\n", what, off < 1e-9 ? "right" : "wrong"); }

static void triangles()
{
	const int n = 6, columns = 2;
	const double alpha = 2;
	const Sparse a(n, 1, false, [](int i, int j) { return i >= j && (i - j) % 3 != 2; });
	std::vector<double> x(n * columns), zeros(n * columns, 0.0);
	for (double &v : x)
		v = next();
	Memory<double> values(a.values), dx(x), dy(zeros);
	Memory<int> offsets(a.offsets), index(a.columns);
	cusparseSpMatDescr_t matrix;
	cusparseDnVecDescr_t from, to;
	cusparseDnMatDescr_t many, result;
	cusparseSpSVDescr_t one;
	cusparseSpSMDescr_t all;
	cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
	cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
	cusparseIndexBase_t base;
	size_t size;

	CHECK(cusparseCreateCsr(&matrix, n, n, a.values.size(), offsets.at, index.at, values.at, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
				CUSPARSE_INDEX_BASE_ONE, CUDA_R_64F));
	CHECK(cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
	CHECK(cusparseSpMatGetIndexBase(matrix, &base));
	CHECK(base != CUSPARSE_INDEX_BASE_ONE);
	CHECK(cusparseCreateDnVec(&from, n, dx.at, CUDA_R_64F));
	CHECK(cusparseCreateDnVec(&to, n, dy.at, CUDA_R_64F));
	CHECK(cusparseCreateDnMat(&many, n, columns, n, dx.at, CUDA_R_64F, CUSPARSE_ORDER_COL));
	CHECK(cusparseCreateDnMat(&result, n, columns, columns, dy.at, CUDA_R_64F, CUSPARSE_ORDER_ROW));
	for (int turned = 0; turned < 2; turned++)
		for (int unit = 0; unit < 2; unit++) {
			const cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
			double most = 0;

			diagonal = unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
			CHECK(cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
			CHECK(cusparseSpMatGetAttribute(matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
			auto at = [&](int i, int j) { return i == j && diagonal ? 1 : turned ? a.full[j * n + i] : a.full[i * n + j]; };
			CHECK(cusparseSpSV_createDescr(&one));
			CHECK(cusparseSpSV_bufferSize(handle, op, &alpha, matrix, from, to, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, one, &size));
			Memory<char> work(std::vector<char>(size + 1));
			CHECK(cusparseSpSV_analysis(handle, op, &alpha, matrix, from, to, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, one, work.at));
			CHECK(cusparseSpSV_updateMatrix(handle, one, values.at, CUSPARSE_SPSV_UPDATE_GENERAL));
			CHECK(cusparseSpSV_solve(handle, op, &alpha, matrix, from, to, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, one));
			const auto y = dy.get();
			for (int i = 0; i < n; i++) {
				double sum = 0;
				for (int j = 0; j < n; j++)
					sum += at(i, j) * y[j];
				most = fmax(most, fabs(sum - alpha * x[i]));
			}
			CHECK(cusparseSpSV_destroyDescr(one));
			CHECK(cusparseSpSM_createDescr(&all));
			CHECK(cusparseSpSM_bufferSize(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, many, result, CUDA_R_64F,
						      CUSPARSE_SPSM_ALG_DEFAULT, all, &size));
			Memory<char> more(std::vector<char>(size + 1));
			CHECK(cusparseSpSM_analysis(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, many, result, CUDA_R_64F,
						    CUSPARSE_SPSM_ALG_DEFAULT, all, more.at));
			CHECK(cusparseSpSM_solve(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, many, result, CUDA_R_64F,
						 CUSPARSE_SPSM_ALG_DEFAULT, all));
			const auto c = dy.get();
			for (int k = 0; k < columns; k++)
				for (int i = 0; i < n; i++) {
					double sum = 0;
					for (int j = 0; j < n; j++)
						sum += at(i, j) * c[j * columns + k];
					most = fmax(most, fabs(sum - alpha * x[i + k * n]));
				}
			CHECK(cusparseSpSM_destroyDescr(all));
			show(turned ? unit ? "transposed, unit" : "transposed" : unit ? "triangle, unit" : "triangle", most);
		}
	CHECK(cusparseDestroyDnMat(result));
	CHECK(cusparseDestroyDnMat(many));
	CHECK(cusparseDestroyDnVec(to));
	CHECK(cusparseDestroyDnVec(from));
	CHECK(cusparseDestroySpMat(matrix));
}

/* Of a matrix without gaps the factors are exact. */
static void factors()
{
	const int n = 5;
	Sparse a(n, 0, false, [](int, int) { return true; }), b(n, 0, true, [](int, int) { return true; });
	Memory<int> offsets(a.offsets), index(a.columns), order(a.columns);
	Memory<double> lu(a.values), cholesky(b.values);
	cusparseMatDescr_t d;
	csrilu02Info_t lu_info;
	csric02Info_t cholesky_info;
	int bytes, position = 0;
	size_t size;
	double most = 0;

	CHECK(cusparseCreateMatDescr(&d));
	CHECK(cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_GENERAL));
	CHECK(cusparseSetMatFillMode(d, CUSPARSE_FILL_MODE_LOWER));
	CHECK(cusparseSetMatDiagType(d, CUSPARSE_DIAG_TYPE_NON_UNIT));
	CHECK(cusparseSetMatIndexBase(d, CUSPARSE_INDEX_BASE_ZERO));
	CHECK(cusparseGetMatType(d) || cusparseGetMatIndexBase(d) || cusparseGetMatFillMode(d) || cusparseGetMatDiagType(d));

	/* the columns of each row in order, and the values with them */
	CHECK(cusparseXcsrsort_bufferSizeExt(handle, n, n, n * n, offsets.at, index.at, &size));
	Memory<char> work(std::vector<char>(size + 4096));
	CHECK(cusparseCreateIdentityPermutation(handle, n * n, order.at));
	CHECK(cusparseXcsrsort(handle, n, n, n * n, d, offsets.at, index.at, order.at, work.at));
	const auto places = order.get(), columns = index.get();
	printf("sorted: %d %d %d %d %d, from %d %d %d %d %d\n", columns[0], columns[1], columns[2], columns[3], columns[4], places[0], places[1],
	       places[2], places[3], places[4]);
	lu.put(a.full);
	cholesky.put(b.full);

	CHECK(cusparseCreateCsrilu02Info(&lu_info));
	CHECK(cusparseDcsrilu02_bufferSize(handle, n, n * n, d, lu.at, offsets.at, index.at, lu_info, &bytes));
	Memory<char> room(std::vector<char>(bytes + 1));
	CHECK(cusparseDcsrilu02_analysis(handle, n, n * n, d, lu.at, offsets.at, index.at, lu_info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, room.at));
	CHECK(cusparseDcsrilu02(handle, n, n * n, d, lu.at, offsets.at, index.at, lu_info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, room.at));
	CHECK(cusparseXcsrilu02_zeroPivot(handle, lu_info, &position));
	const auto f = lu.get();
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double sum = 0;
			for (int k = 0; k <= i && k <= j; k++)
				sum += (k == i ? 1 : f[i * n + k]) * f[k * n + j];
			most = fmax(most, fabs(sum - a.full[i * n + j]));
		}
	show("csrilu02", most);
	printf("no zero pivot: %d\n", position);
	auto gap = a.full;
	for (int j = 0; j < n; j++)
		gap[2 * n + j] = 0;
	lu.put(gap);
	CHECK(cusparseDcsrilu02_analysis(handle, n, n * n, d, lu.at, offsets.at, index.at, lu_info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, room.at));
	CHECK(cusparseDcsrilu02(handle, n, n * n, d, lu.at, offsets.at, index.at, lu_info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, room.at));
	printf("a zero pivot: %d", cusparseXcsrilu02_zeroPivot(handle, lu_info, &position));
	printf(" in row %d\n", position);
	CHECK(cusparseDestroyCsrilu02Info(lu_info));

	CHECK(cusparseCreateCsric02Info(&cholesky_info));
	CHECK(cusparseDcsric02_bufferSize(handle, n, n * n, d, cholesky.at, offsets.at, index.at, cholesky_info, &bytes));
	Memory<char> more(std::vector<char>(bytes + 1));
	CHECK(cusparseDcsric02_analysis(handle, n, n * n, d, cholesky.at, offsets.at, index.at, cholesky_info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, more.at));
	CHECK(cusparseDcsric02(handle, n, n * n, d, cholesky.at, offsets.at, index.at, cholesky_info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, more.at));
	CHECK(cusparseXcsric02_zeroPivot(handle, cholesky_info, &position));
	const auto l = cholesky.get();
	most = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			double sum = 0;
			for (int k = 0; k <= j; k++)
				sum += l[i * n + k] * l[j * n + k];
			most = fmax(most, fabs(sum - b.full[i * n + j]));
		}
	show("csric02", most);
	CHECK(cusparseDestroyCsric02Info(cholesky_info));
	CHECK(cusparseDestroyMatDescr(d));
}

static double diagonals_off(const std::vector<double> &low, const std::vector<double> &d, const std::vector<double> &up,
			    const std::vector<double> &b, const std::vector<double> &x, int m, int at)
{
	double most = 0;

	for (int i = 0; i < m; i++) {
		double sum = d[at + i] * x[at + i];
		if (i)
			sum += low[at + i] * x[at + i - 1];
		if (i + 1 < m)
			sum += up[at + i] * x[at + i + 1];
		most = fmax(most, fabs(sum - b[at + i]));
	}
	return most;
}

static void diagonals()
{
	const int m = 8, count = 2;
	std::vector<double> low(m * count), d(m * count), up(m * count), b(m * count);
	size_t size;

	for (int i = 0; i < m * count; i++) {
		low[i] = i % m ? next() : 0;
		up[i] = i % m < m - 1 ? next() : 0;
		d[i] = 5 + next();
		b[i] = next();
	}
	Memory<double> dlow(low), dd(d), dup(up), x(b);
	CHECK(cusparseDgtsv2_bufferSizeExt(handle, m, 1, dlow.at, dd.at, dup.at, x.at, m, &size));
	Memory<char> work(std::vector<char>(size + (1 << 20)));
	CHECK(cusparseDgtsv2(handle, m, 1, dlow.at, dd.at, dup.at, x.at, m, work.at));
	show("gtsv2", diagonals_off(low, d, up, b, x.get(), m, 0));
	x.put(b);
	CHECK(cusparseDgtsv2_nopivot_bufferSizeExt(handle, m, 1, dlow.at, dd.at, dup.at, x.at, m, &size));
	CHECK(cusparseDgtsv2_nopivot(handle, m, 1, dlow.at, dd.at, dup.at, x.at, m, work.at));
	show("gtsv2_nopivot", diagonals_off(low, d, up, b, x.get(), m, 0));
	x.put(b);
	CHECK(cusparseDgtsv2StridedBatch_bufferSizeExt(handle, m, dlow.at, dd.at, dup.at, x.at, count, m, &size));
	CHECK(cusparseDgtsv2StridedBatch(handle, m, dlow.at, dd.at, dup.at, x.at, count, m, work.at));
	show("gtsv2StridedBatch", fmax(diagonals_off(low, d, up, b, x.get(), m, 0), diagonals_off(low, d, up, b, x.get(), m, m)));
}

static void print(const char *what, const std::vector<double> &v)
{
	printf("%s:", what);
	for (double x : v)
		printf(" %g", x);
	printf("\n");
}

static void vectors()
{
	const double two = 2, three = 3;
	const std::vector<double> x = { 1, 2, 4 }, y = { 10, 20, 30, 40, 50 };
	Memory<int> places(std::vector<int>{ 4, 0, 2 });
	Memory<double> dx(x), dy(y);
	cusparseSpVecDescr_t sparse;
	cusparseDnVecDescr_t dense;
	double product;
	size_t size;

	CHECK(cusparseCreateSpVec(&sparse, 5, 3, places.at, dx.at, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
	CHECK(cusparseCreateDnVec(&dense, 5, dy.at, CUDA_R_64F));
	CHECK(cusparseSpVV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse, dense, &product, CUDA_R_64F, &size));
	Memory<char> work(std::vector<char>(size + 1));
	CHECK(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse, dense, &product, CUDA_R_64F, work.at));
	printf("product: %g\n", product);
	CHECK(cusparseAxpby(handle, &two, sparse, &three, dense));
	print("axpby", dy.get());
	CHECK(cusparseRot(handle, &two, &three, sparse, dense));
	print("rot", dy.get());
	print("and", dx.get());
	CHECK(cusparseGather(handle, dense, sparse));
	print("gather", dx.get());
	dx.put(x);
	CHECK(cusparseScatter(handle, sparse, dense));
	print("scatter", dy.get());
	CHECK(cusparseDestroyDnVec(dense));
	CHECK(cusparseDestroySpVec(sparse));
}

static void counts()
{
	const int m = 2, n = 3;
	Memory<double> a(std::vector<double>{ 1, 0, 2, 3, 0, 0 });
	Memory<int> by(std::vector<int>(n, 0));
	cusparseMatDescr_t d;
	int all = 0;

	CHECK(cusparseCreateMatDescr(&d));
	CHECK(cusparseDnnz(handle, CUSPARSE_DIRECTION_COLUMN, m, n, d, a.at, m, by.at, &all));
	printf("entries: %d %d %d, in all %d\n", by.get()[0], by.get()[1], by.get()[2], all);
	CHECK(cusparseDestroyMatDescr(d));
}

int main()
{
	CHECK(cusparseCreate(&handle));
	triangles();
	factors();
	diagonals();
	vectors();
	counts();
	CHECK(cusparseDestroy(handle));
}
