// options: -lcublas
/*
 * cuBLAS on complex numbers. Each result is compared with one that loops on the host compute; of triangles that are not stored, the
 * other numbers must not count.
 */
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>

typedef std::complex<double> number;
#define Z(p) ((cuDoubleComplex *)(p))
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

static double next()
{
	seed = seed * 1664525u + 1013904223u;
	return (double)(seed >> 16 & 255) / 64 - 1.99;
}

struct Matrix {
	int rows, columns;
	std::vector<number> host;
	cuDoubleComplex *at;

	Matrix(int rows, int columns) : rows(rows), columns(columns), host((size_t)rows * columns)
	{
		for (auto &x : host)
			x = number(next(), next());
		CHECK(cudaMalloc(&at, host.size() * sizeof(number)));
		put();
	}
	~Matrix() { CHECK(cudaFree(at)); }
	void put() { CHECK(cudaMemcpy(at, host.data(), host.size() * sizeof(number), cudaMemcpyHostToDevice)); }
	number operator()(int i, int j) const { return host[(size_t)j * rows + i]; }
	number operator()(cublasOperation_t op, int i, int j) const
	{
		return op == CUBLAS_OP_N ? (*this)(i, j) : op == CUBLAS_OP_T ? (*this)(j, i) : std::conj((*this)(j, i));
	}
};

static void show(const char *what, const Matrix &m, const std::function<number(int, int)> &want)
{
	std::vector<number> got(m.host.size());
	double most = 0;

	CHECK(cudaMemcpy(got.data(), m.at, got.size() * sizeof(number), cudaMemcpyDeviceToHost));
	for (int j = 0; j < m.columns; j++)
		for (int i = 0; i < m.rows; i++)
			most = fmax(most, std::abs(got[(size_t)j * m.rows + i] - want(i, j)));
	printf("%s: %s\n", what, most < 1e-9 ? "right" : "WRONG");
}

static number sum(int n, const std::function<number(int)> &part)
{
	number all = 0;

	for (int k = 0; k < n; k++)
		all += part(k);
	return all;
}

static const number alpha(1.5, -0.5), beta(0.25, 2);
static const cublasOperation_t ops[] = { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };

static void products()
{
	for (auto p : ops)
		for (auto q : ops) {
			Matrix a(4, 4), b(4, 4), c(4, 4);

			CHECK(cublasZgemm(handle, p, q, 4, 4, 4, Z(&alpha), a.at, 4, b.at, 4, Z(&beta), c.at, 4));
			show("gemm", c, [&](int i, int j) { return alpha * sum(4, [&](int k) { return a(p, i, k) * b(q, k, j); }) + beta * c(i, j); });
		}
	for (auto p : ops) {
		Matrix a(3, 5), x(p == CUBLAS_OP_N ? 5 : 3, 1), y(p == CUBLAS_OP_N ? 3 : 5, 1), c(p == CUBLAS_OP_N ? 3 : 5, p == CUBLAS_OP_N ? 5 : 3);

		CHECK(cublasZgemv(handle, p, 3, 5, Z(&alpha), a.at, 3, x.at, 1, Z(&beta), y.at, 1));
		show("gemv", y, [&](int i, int) { return alpha * sum(x.rows, [&](int k) { return a(p, i, k) * x(k, 0); }) + beta * y(i, 0); });
		CHECK(cublasZgeam(handle, p, CUBLAS_OP_N, c.rows, c.columns, Z(&alpha), a.at, 3, Z(&beta), c.at, c.rows, c.at, c.rows));
		show("geam", c, [&](int i, int j) { return alpha * a(p, i, j) + beta * c(i, j); });
	}
	{
		Matrix a(3, 5), b(5, 2), c(3, 2);

		CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, 5, &alpha, a.at, CUDA_C_64F, 3, b.at, CUDA_C_64F, 5, &beta, c.at,
				   CUDA_C_64F, 3, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
		show("GemmEx", c, [&](int i, int j) { return alpha * sum(5, [&](int k) { return a(i, k) * b(k, j); }) + beta * c(i, j); });
	}
	{
		Matrix x(3, 1), y(4, 1), a(3, 4), b(3, 4), d(3, 4), v(4, 1);

		CHECK(cublasZgeru(handle, 3, 4, Z(&alpha), x.at, 1, y.at, 1, a.at, 3));
		show("geru", a, [&](int i, int j) { return a(i, j) + alpha * x(i, 0) * y(j, 0); });
		CHECK(cublasZgerc(handle, 3, 4, Z(&alpha), x.at, 1, y.at, 1, b.at, 3));
		show("gerc", b, [&](int i, int j) { return b(i, j) + alpha * x(i, 0) * std::conj(y(j, 0)); });
		CHECK(cublasZdgmm(handle, CUBLAS_SIDE_RIGHT, 3, 4, d.at, 3, v.at, 1, a.at, 3));
		show("dgmm", a, [&](int i, int j) { return d(i, j) * v(j, 0); });
	}
}

static void vectors()
{
	Matrix x(6, 1), y(6, 1), z(6, 1);
	number u, c;
	double norm, all, real = 0.5, want_norm = 0, want_all = 0;
	int most, least, want_most = 0, want_least = 0;
	auto size = [&](int i) { return fabs(x(i, 0).real()) + fabs(x(i, 0).imag()); };

	CHECK(cublasZdotu(handle, 6, x.at, 1, y.at, 1, Z(&u)));
	CHECK(cublasZdotc(handle, 6, x.at, 1, y.at, 1, Z(&c)));
	CHECK(cublasDznrm2(handle, 6, x.at, 1, &norm));
	CHECK(cublasDzasum(handle, 6, x.at, 1, &all));
	CHECK(cublasIzamax(handle, 6, x.at, 1, &most));
	CHECK(cublasIzamin(handle, 6, x.at, 1, &least));
	for (int i = 0; i < 6; i++) {
		want_norm += std::norm(x(i, 0));
		want_all += size(i);
		want_most = size(i) > size(want_most) ? i : want_most;
		want_least = size(i) < size(want_least) ? i : want_least;
	}
	printf("dotu %d dotc %d nrm2 %d asum %d amax %d amin %d\n", std::abs(u - sum(6, [&](int i) { return x(i, 0) * y(i, 0); })) < 1e-9,
	       std::abs(c - sum(6, [&](int i) { return std::conj(x(i, 0)) * y(i, 0); })) < 1e-9, fabs(norm - sqrt(want_norm)) < 1e-9,
	       fabs(all - want_all) < 1e-9, most == want_most + 1, least == want_least + 1);
	CHECK(cublasZaxpy(handle, 6, Z(&alpha), x.at, 1, y.at, 1));
	show("axpy", y, [&](int i, int) { return alpha * x(i, 0) + y(i, 0); });
	CHECK(cublasZscal(handle, 3, Z(&alpha), z.at, 2));
	show("scal", z, [&](int i, int) { return i % 2 ? z(i, 0) : alpha * z(i, 0); });
	CHECK(cublasZcopy(handle, 6, x.at, 1, z.at, 1));
	CHECK(cublasZdscal(handle, 6, &real, z.at, 1));
	show("copy and dscal", z, [&](int i, int) { return 0.5 * x(i, 0); });
	CHECK(cublasZswap(handle, 6, x.at, 1, z.at, 1));
	show("swap", z, [&](int i, int) { return x(i, 0); });
}

/* Element (i, j) of a matrix of which the upper triangle is stored. */
static number symmetric(const Matrix &a, int i, int j)
{
	return i <= j ? a(i, j) : a(j, i);
}

static number hermitian(const Matrix &a, int i, int j)
{
	return i == j ? number(a(i, i).real()) : i < j ? a(i, j) : std::conj(a(j, i));
}

static void forms()
{
	const cublasFillMode_t up = CUBLAS_FILL_MODE_UPPER;
	const double real = 0.75, other = 0.5;
	Matrix a(4, 4), b(4, 3), c(4, 3), x(4, 1), y(4, 1), k(4, 2), l(4, 2), s(4, 4), h(4, 4), t(4, 4);
	auto part = [](const Matrix &m, int i, int j, number v) { return i <= j ? v : m(i, j); };

	CHECK(cublasZsymm(handle, CUBLAS_SIDE_LEFT, up, 4, 3, Z(&alpha), a.at, 4, b.at, 4, Z(&beta), c.at, 4));
	show("symm", c, [&](int i, int j) { return alpha * sum(4, [&](int n) { return symmetric(a, i, n) * b(n, j); }) + beta * c(i, j); });
	c.put();
	CHECK(cublasZhemm(handle, CUBLAS_SIDE_LEFT, up, 4, 3, Z(&alpha), a.at, 4, b.at, 4, Z(&beta), c.at, 4));
	show("hemm", c, [&](int i, int j) { return alpha * sum(4, [&](int n) { return hermitian(a, i, n) * b(n, j); }) + beta * c(i, j); });
	CHECK(cublasZhemv(handle, up, 4, Z(&alpha), a.at, 4, x.at, 1, Z(&beta), y.at, 1));
	show("hemv", y, [&](int i, int) { return alpha * sum(4, [&](int n) { return hermitian(a, i, n) * x(n, 0); }) + beta * y(i, 0); });
	CHECK(cublasZsyrk(handle, up, CUBLAS_OP_N, 4, 2, Z(&alpha), k.at, 4, Z(&beta), s.at, 4));
	show("syrk", s, [&](int i, int j) { return part(s, i, j, alpha * sum(2, [&](int n) { return k(i, n) * k(j, n); }) + beta * s(i, j)); });
	CHECK(cublasZherk(handle, up, CUBLAS_OP_N, 4, 2, &real, k.at, 4, &other, h.at, 4));
	show("herk", h, [&](int i, int j) {
		number v = real * sum(2, [&](int n) { return k(i, n) * std::conj(k(j, n)); }) + other * h(i, j);
		return part(h, i, j, i == j ? number(v.real()) : v);
	});
	h.put();
	CHECK(cublasZher2k(handle, up, CUBLAS_OP_N, 4, 2, Z(&alpha), k.at, 4, l.at, 4, &other, h.at, 4));
	show("her2k", h, [&](int i, int j) {
		number v = alpha * sum(2, [&](int n) { return k(i, n) * std::conj(l(j, n)); }) +
			   std::conj(alpha) * sum(2, [&](int n) { return l(i, n) * std::conj(k(j, n)); }) + other * h(i, j);
		return part(h, i, j, i == j ? number(v.real()) : v);
	});
	for (auto op : ops) {
		CHECK(cublasZtrmm(handle, CUBLAS_SIDE_LEFT, up, op, CUBLAS_DIAG_NON_UNIT, 4, 3, Z(&alpha), a.at, 4, b.at, 4, c.at, 4));
		show("trmm", c, [&](int i, int j) {
			return alpha * sum(4, [&](int n) { return (op == CUBLAS_OP_N ? i <= n : n <= i) ? a(op, i, n) * b(n, j) : 0.0; });
		});
		/* Undone by the solver. */
		const number back = 1.0 / alpha;
		CHECK(cublasZtrsm(handle, CUBLAS_SIDE_LEFT, up, op, CUBLAS_DIAG_NON_UNIT, 4, 3, Z(&back), a.at, 4, c.at, 4));
		show("trsm", c, [&](int i, int j) { return b(i, j); });
		CHECK(cublasZcopy(handle, 4, x.at, 1, y.at, 1));
		CHECK(cublasZtrmv(handle, up, op, CUBLAS_DIAG_UNIT, 4, a.at, 4, y.at, 1));
		CHECK(cublasZtrsv(handle, up, op, CUBLAS_DIAG_UNIT, 4, a.at, 4, y.at, 1));
		show("trmv and trsv", y, [&](int i, int) { return x(i, 0); });
	}
	{
		Matrix packed(10, 1);

		CHECK(cublasZtrttp(handle, up, 4, a.at, 4, packed.at));
		CHECK(cublasZtpttr(handle, up, 4, packed.at, t.at, 4));
		show("trttp and tpttr", t, [&](int i, int j) { return i <= j ? a(i, j) : t(i, j); });
	}
}

static void solvers()
{
	for (auto op : ops) {
		Matrix a(4, 4), b(4, 2), x(4, 2), lu(4, 4), inverse(4, 4), whole(4, 4);
		cuDoubleComplex **list, *lists[] = { lu.at, x.at, inverse.at };
		int *pivots, *info, host_info;
		const number one(1), none(0);

		CHECK(cudaMalloc(&list, sizeof lists));
		CHECK(cudaMalloc(&pivots, 5 * sizeof(int)));
		info = pivots + 4;
		CHECK(cudaMemcpy(list, lists, sizeof lists, cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(lu.at, a.at, 16 * sizeof(number), cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(x.at, b.at, 8 * sizeof(number), cudaMemcpyDeviceToDevice));
		CHECK(cublasZgetrfBatched(handle, 4, list, 4, pivots, info, 1));
		CHECK(cublasZgetrsBatched(handle, op, 4, 2, list, 4, pivots, list + 1, 4, &host_info, 1));
		CHECK(cublasZgetriBatched(handle, 4, list, 4, pivots, list + 2, 4, info, 1));
		Matrix back(4, 2);
		CHECK(cublasZgemm(handle, op, CUBLAS_OP_N, 4, 2, 4, Z(&one), a.at, 4, x.at, 4, Z(&none), back.at, 4));
		show("getrf and getrs", back, [&](int i, int j) { return b(i, j); });
		CHECK(cublasZgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, Z(&one), a.at, 4, inverse.at, 4, Z(&none), whole.at, 4));
		show("getri", whole, [&](int i, int j) { return i == j ? 1.0 : 0.0; });
		CHECK(cudaFree(list));
		CHECK(cudaFree(pivots));
	}
	/* Least squares: what is left is orthogonal to the columns. */
	{
		Matrix a(6, 3), b(6, 1), qr(6, 3), x(6, 1), rest(6, 1), onto(3, 1);
		cuDoubleComplex **list, *lists[] = { qr.at, x.at };
		const number one(1), minus(-1), none(0);
		int info;

		CHECK(cudaMalloc(&list, sizeof lists));
		CHECK(cudaMemcpy(list, lists, sizeof lists, cudaMemcpyHostToDevice));
		CHECK(cudaMemcpy(qr.at, a.at, 18 * sizeof(number), cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(x.at, b.at, 6 * sizeof(number), cudaMemcpyDeviceToDevice));
		CHECK(cudaMemcpy(rest.at, b.at, 6 * sizeof(number), cudaMemcpyDeviceToDevice));
		CHECK(cublasZgelsBatched(handle, CUBLAS_OP_N, 6, 3, 1, list, 6, list + 1, 6, &info, NULL, 1));
		CHECK(cublasZgemv(handle, CUBLAS_OP_N, 6, 3, Z(&minus), a.at, 6, x.at, 1, Z(&one), rest.at, 1));
		CHECK(cublasZgemv(handle, CUBLAS_OP_C, 6, 3, Z(&one), a.at, 6, rest.at, 1, Z(&none), onto.at, 1));
		show("gels", onto, [](int, int) { return 0.0; });
		CHECK(cudaFree(list));
	}
}

/* Single precision, and the real forms that came with the complex ones. */
static void others()
{
	const std::complex<float> a[2] = { { 1, 2 }, { 3, -1 } }, one(1), none(0);
	const double band[] = { 99, 2, -1, 2, -1, 2 }, x[] = { 1, 2, 3 }, d_one = 1, d_none = 0;
	std::complex<float> got;
	cuComplex *at;
	double *real, y[3];

	CHECK(cudaMalloc(&at, 3 * sizeof *at));
	CHECK(cudaMemcpy(at, a, sizeof a, cudaMemcpyHostToDevice));
	CHECK(cublasCgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, 1, 1, 2, (cuComplex *)&one, at, 2, at, 2, (cuComplex *)&none, at + 2, 1));
	CHECK(cudaMemcpy(&got, at + 2, sizeof got, cudaMemcpyDeviceToHost));
	printf("C: %g %g\n", got.real(), got.imag());
	CHECK(cudaMalloc(&real, 12 * sizeof *real));
	CHECK(cudaMemcpy(real, band, sizeof band, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(real + 6, x, sizeof x, cudaMemcpyHostToDevice));
	CHECK(cublasDsbmv(handle, CUBLAS_FILL_MODE_UPPER, 3, 1, &d_one, real, 2, real + 6, 1, &d_none, real + 9, 1));
	CHECK(cudaMemcpy(y, real + 9, sizeof y, cudaMemcpyDeviceToHost));
	printf("sbmv: %g %g %g\n", y[0], y[1], y[2]);
	CHECK(cudaFree(at));
	CHECK(cudaFree(real));
}

int main()
{
	CHECK(cublasCreate(&handle));
	products();
	vectors();
	forms();
	solvers();
	others();
	CHECK(cublasDestroy(handle));
}
