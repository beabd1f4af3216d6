// options: -lcublas
/*
 * cuBLAS on lists of matrices, and its solvers: products in float, double and half, triangular equations, LU, inverses and least
 * squares. The numbers are compared with sums of this program's own: A x must be b again.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
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

static cublasHandle_t handle;
static unsigned seed = 1;

static double number()
{
	seed = seed * 1664525u + 1013904223u;
	return (double)(seed >> 16 & 255) / 64 - 2;
}

static double value(double x)
{
	return x;
}

static double value(__half x)
{
	return (double)__half2float(x);
}

/* Some matrices of the same size, in one piece of memory, and the list of pointers to them. */
template <typename T> struct Batch {
	int rows, columns, count;
	std::vector<T> host;
	T *memory, **list;

	Batch(int rows, int columns, int count, bool fill = true) : rows(rows), columns(columns), count(count), host((size_t)rows * columns * count)
	{
		std::vector<T *> pointers;
		for (auto &x : host)
			x = (T)(float)(fill ? number() : 0);
		CHECK(cudaMalloc(&memory, host.size() * sizeof(T)));
		CHECK(cudaMalloc(&list, count * sizeof(T *)));
		for (int k = 0; k < count; k++)
			pointers.push_back(memory + (size_t)rows * columns * k);
		CHECK(cudaMemcpy(list, pointers.data(), count * sizeof(T *), cudaMemcpyHostToDevice));
		put();
	}
	~Batch()
	{
		CHECK(cudaFree(memory));
		CHECK(cudaFree(list));
	}
	void put() { CHECK(cudaMemcpy(memory, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice)); }
	std::vector<T> now() const
	{
		std::vector<T> x(host.size());
		CHECK(cudaMemcpy(x.data(), memory, x.size() * sizeof(T), cudaMemcpyDeviceToHost));
		return x;
	}
	double at(const std::vector<T> &x, int k, int i, int j) const { return value(x[((size_t)k * columns + j) * rows + i]); }
	double is(int k, int i, int j) const { return at(host, k, i, j); }
};

static void say(const char *what, double error, double limit)
{
	printf("%-24s %s\n", what, error <= limit ? "right" : "WRONG");
}

template <typename T, typename F> static void product(const char *what, F gemm, double limit)
{
	const int m = 5, n = 4, k = 7, count = 3;
	Batch<T> a(k, m, count), b(k, n, count), c(m, n, count);
	double worst = 0;

	CHECK(gemm(a, b, c, m, n, k, count));
	const std::vector<T> got = c.now();
	for (int s = 0; s < count; s++)
		for (int i = 0; i < m; i++)
			for (int j = 0; j < n; j++) {
				double want = -0.5 * c.is(s, i, j);
				for (int l = 0; l < k; l++)
					want += 2 * a.is(s, l, i) * b.is(s, l, j);
				worst = fmax(worst, fabs(c.at(got, s, i, j) - want));
			}
	say(what, worst, limit);
}

static void products()
{
	const float alpha = 2, beta = -0.5f;
	const double alpha_d = 2, beta_d = -0.5;
	const __half alpha_h = __float2half(2.0f), beta_h = __float2half(-0.5f);
	const cublasOperation_t t = CUBLAS_OP_T, o = CUBLAS_OP_N;

	product<float>("SgemmBatched", [&](auto &a, auto &b, auto &c, int m, int n, int k, int count) {
		return cublasSgemmBatched(handle, t, o, m, n, k, &alpha, a.list, k, b.list, k, &beta, c.list, m, count);
	}, 1e-4);
	product<double>("DgemmBatched", [&](auto &a, auto &b, auto &c, int m, int n, int k, int count) {
		return cublasDgemmBatched(handle, t, o, m, n, k, &alpha_d, a.list, k, b.list, k, &beta_d, c.list, m, count);
	}, 1e-12);
	product<__half>("HgemmBatched", [&](auto &a, auto &b, auto &c, int m, int n, int k, int count) {
		return cublasHgemmBatched(handle, t, o, m, n, k, &alpha_h, a.list, k, b.list, k, &beta_h, c.list, m, count);
	}, 0.05);
	product<__half>("HgemmStridedBatched", [&](auto &a, auto &b, auto &c, int m, int n, int k, int count) {
		return cublasHgemmStridedBatched(handle, t, o, m, n, k, &alpha_h, a.memory, k, k * m, b.memory, k, k * n, &beta_h, c.memory, m,
						 m * n, count);
	}, 0.05);
	product<__half>("Hgemm", [&](auto &a, auto &b, auto &c, int m, int n, int k, int count) {
		int status = 0;
		for (int s = 0; s < count; s++)
			status |= cublasHgemm(handle, t, o, m, n, k, &alpha_h, a.memory + s * k * m, k, b.memory + s * k * n, k, &beta_h,
					      c.memory + s * m * n, m);
		return status;
	}, 0.05);
	product<__half>("GemmBatchedEx", [&](auto &a, auto &b, auto &c, int m, int n, int k, int count) {
		return cublasGemmBatchedEx(handle, t, o, m, n, k, &alpha, (const void *const *)a.list, CUDA_R_16F, k, (const void *const *)b.list,
					   CUDA_R_16F, k, &beta, (void *const *)c.list, CUDA_R_16F, m, count, CUBLAS_COMPUTE_32F,
					   CUBLAS_GEMM_DEFAULT);
	}, 0.05);
	product<float>("SgemmEx", [&](auto &a, auto &b, auto &c, int m, int n, int k, int count) {
		int status = 0;
		for (int s = 0; s < count; s++)
			status |= cublasSgemmEx(handle, t, o, m, n, k, &alpha, a.memory + s * k * m, CUDA_R_32F, k, b.memory + s * k * n,
						CUDA_R_32F, k, &beta, c.memory + s * m * n, CUDA_R_32F, m);
		return status;
	}, 1e-4);
}

/* Is op(triangle of a) x, or x op(triangle of a), what b was? For each of the sixteen forms. */
static void triangles()
{
	const int m = 4, n = 3, count = 2;
	const double alpha = 1.5;
	double worst = 0;

	for (int form = 0; form < 16; form++) {
		const bool right = form & 1, upper = form & 2, transposed = form & 4, unit = form & 8;
		const int size = right ? n : m;
		Batch<double> a(size, size, count), b(m, n, count);
		for (int k = 0; k < count; k++)
			for (int i = 0; i < size; i++)
				a.host[((size_t)k * size + i) * size + i] = 3 + i;
		a.put();
		auto side = right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
		auto fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
		auto op = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
		auto diagonal = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
		CHECK(cublasDtrsm(handle, side, fill, op, diagonal, m, n, &alpha, a.memory, size, b.memory, m));
		std::vector<double> first = b.now();
		b.put();
		CHECK(cublasDtrsmBatched(handle, side, fill, op, diagonal, m, n, &alpha, a.list, size, b.list, m, count));
		std::vector<double> x = b.now();
		auto t = [&](int k, int i, int j) {
			int r = transposed ? j : i, s = transposed ? i : j;
			return r == s ? unit ? 1.0 : a.is(k, r, s) : (upper ? s > r : s < r) ? a.is(k, r, s) : 0.0;
		};
		for (int i = 0; i < m * n; i++)
			worst = fmax(worst, fabs(first[i] - x[i]));
		for (int k = 0; k < count; k++)
			for (int i = 0; i < m; i++)
				for (int j = 0; j < n; j++) {
					double sum = 0;
					for (int l = 0; l < size; l++)
						sum += right ? b.at(x, k, i, l) * t(k, l, j) : t(k, i, l) * b.at(x, k, l, j);
					worst = fmax(worst, fabs(sum - alpha * b.is(k, i, j)));
				}
	}
	say("trsm, trsmBatched", worst, 1e-10);
}

static void factors()
{
	const int n = 6, columns = 2, count = 3;
	Batch<double> a(n, n, count), b(n, columns, count), c(n, n, count, false);
	const std::vector<double> before = a.host;
	int *pivots, *info, wrong = 0, host_info = 7;
	double worst = 0, inverse = 0;

	CHECK(cudaMalloc(&pivots, n * count * sizeof(int)));
	CHECK(cudaMalloc(&info, count * sizeof(int)));
	CHECK(cublasDmatinvBatched(handle, n, a.list, n, c.list, n, info, count));
	std::vector<double> inverted = c.now();
	for (int transposed = 0; transposed < 2; transposed++) {
		a.put();
		b.put();
		CHECK(cublasDgetrfBatched(handle, n, a.list, n, pivots, info, count));
		CHECK(cublasDgetrsBatched(handle, transposed ? CUBLAS_OP_T : CUBLAS_OP_N, n, columns, a.list, n, pivots, b.list, n, &host_info, count));
		wrong |= host_info;
		std::vector<double> x = b.now();
		for (int k = 0; k < count; k++)
			for (int i = 0; i < n; i++)
				for (int j = 0; j < columns; j++) {
					double sum = 0;
					for (int l = 0; l < n; l++)
						sum += (transposed ? a.is(k, l, i) : a.is(k, i, l)) * b.at(x, k, l, j);
					worst = fmax(worst, fabs(sum - b.is(k, i, j)));
				}
	}
	say("getrf and getrs", worst + wrong, 1e-9);
	CHECK(cublasDgetriBatched(handle, n, a.list, n, pivots, c.list, n, info, count));
	std::vector<double> y = c.now();
	for (int k = 0; k < count; k++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				double sum = 0;
				for (int l = 0; l < n; l++)
					sum += a.is(k, i, l) * c.at(y, k, l, j);
				inverse = fmax(inverse, fabs(sum - (i == j)));
				inverse = fmax(inverse, fabs(c.at(y, k, i, j) - c.at(inverted, k, i, j)));
			}
	say("getri and matinv", inverse, 1e-9);

	/* A row of zeros has no inverse; without pivots the first zero on the diagonal ends it. */
	Batch<float> singular(2, 2, 1, false);
	CHECK(cublasSgetrfBatched(handle, 2, singular.list, 2, nullptr, info, 1));
	CHECK(cudaMemcpy(&host_info, info, sizeof host_info, cudaMemcpyDeviceToHost));
	printf("singular: %d\n", host_info);
	CHECK(cudaFree(pivots));
	CHECK(cudaFree(info));
}

/* The rest of a least square is orthogonal to each column. */
static void least_squares()
{
	const int m = 7, n = 3, columns = 2, count = 2;
	Batch<float> a(m, n, count), b(m, columns, count);
	int info = 7;
	double worst = 0;

	CHECK(cublasSgelsBatched(handle, CUBLAS_OP_N, m, n, columns, a.list, m, b.list, m, &info, nullptr, count));
	const std::vector<float> x = b.now();
	for (int k = 0; k < count; k++)
		for (int c = 0; c < columns; c++)
			for (int j = 0; j < n; j++) {
				double sum = 0;
				for (int i = 0; i < m; i++) {
					double rest = b.is(k, i, c);
					for (int l = 0; l < n; l++)
						rest -= a.is(k, i, l) * b.at(x, k, l, c);
					sum += rest * a.is(k, i, j);
				}
				worst = fmax(worst, fabs(sum));
			}
	say("gelsBatched", worst + info, 1e-3);
}

/* Vectors of half: y = 2 x + y, times 0.5; then their product and length. */
static void vectors()
{
	const int n = 50;
	const float two = 2, half = 0.5f;
	Batch<__half> x(n, 1, 1), y(n, 1, 1);
	double error = 0, dot = 0, squares = 0;
	__half product, length;

	CHECK(cublasAxpyEx(handle, n, &two, CUDA_R_32F, x.memory, CUDA_R_16F, 1, y.memory, CUDA_R_16F, 1, CUDA_R_32F));
	CHECK(cublasScalEx(handle, n, &half, CUDA_R_32F, y.memory, CUDA_R_16F, 1, CUDA_R_32F));
	CHECK(cublasDotEx(handle, n, x.memory, CUDA_R_16F, 1, y.memory, CUDA_R_16F, 1, &product, CUDA_R_16F, CUDA_R_32F));
	CHECK(cublasNrm2Ex(handle, n, y.memory, CUDA_R_16F, 1, &length, CUDA_R_16F, CUDA_R_32F));
	const std::vector<__half> got = y.now();
	for (int i = 0; i < n; i++) {
		const double want = (2 * x.is(0, i, 0) + y.is(0, i, 0)) / 2;
		error = fmax(error, fabs(y.at(got, 0, i, 0) - want));
		dot += x.is(0, i, 0) * want;
		squares += want * want;
	}
	say("AxpyEx and ScalEx", error, 0.01);
	say("DotEx and Nrm2Ex", fmax(fabs(value(product) - dot), fabs(value(length) - sqrt(squares))), 0.2);
}

int main()
{
	CHECK(cublasCreate(&handle));
	products();
	triangles();
	factors();
	least_squares();
	vectors();
	CHECK(cublasDestroy(handle));
	return 0;
}
