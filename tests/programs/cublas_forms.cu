// options: -lcublas
/*
 * cuBLAS on symmetric and triangular matrices of which one triangle is stored: the other one holds numbers that must not count, and
 * must stay. Each result is compared with one by the full matrix, made on the host.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cublas_v2.h>
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

struct Matrix {
	int rows, columns;
	std::vector<double> host;
	double *at;

	Matrix(int rows, int columns) : rows(rows), columns(columns), host((size_t)rows * columns)
	{
		for (auto &x : host) {
			seed = seed * 1664525u + 1013904223u;
			x = (double)(seed >> 16 & 255) / 64 - 1.99;
		}
		CHECK(cudaMalloc(&at, host.size() * sizeof(double)));
		put();
	}
	~Matrix() { CHECK(cudaFree(at)); }
	void put() { CHECK(cudaMemcpy(at, host.data(), host.size() * sizeof(double), cudaMemcpyHostToDevice)); }
	double operator()(int i, int j) const { return host[(size_t)j * rows + i]; }
};

/* The greatest difference between the matrix on the device and a function of its place. */
static double worst(const Matrix &m, const std::function<double(int, int)> &want)
{
	std::vector<double> got(m.host.size());
	double most = 0;

	CHECK(cudaMemcpy(got.data(), m.at, got.size() * sizeof(double), cudaMemcpyDeviceToHost));
	for (int j = 0; j < m.columns; j++)
		for (int i = 0; i < m.rows; i++)
			most = fmax(most, fabs(got[(size_t)j * m.rows + i] - want(i, j)));
	return most;
}

static double sum(int n, const std::function<double(int)> &part)
{
	double all = 0;
	for (int l = 0; l < n; l++)
		all += part(l);
	return all;
}

enum { SYMM, TRMM, SYRK, SYRKX, SYR2K, SYMV, TRMV, TRSV, SYR, SYR2, DGMM, FORMS };
static const char *const names[FORMS] = { "symm", "trmm", "syrk", "syrkx", "syr2k", "symv", "trmv", "trsv", "syr", "syr2", "dgmm" };

static void all_forms(bool right, bool upper, bool transposed, bool unit, double *most)
{
	const int m = 4, n = 3, k = 5, size = right ? n : m, inc = 2;
	const double alpha = 1.5, beta = -0.5;
	const auto side = right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT;
	const auto fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
	const auto op = transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
	const auto diagonal = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
	Matrix a(size, size), b(m, n), c(m, n), x(inc, m), y(inc, m), square(m, m), f(transposed ? k : m, transposed ? m : k),
		g(transposed ? k : m, transposed ? m : k), t(m, m);
	auto stored = [&](int i, int j) { return upper ? i <= j : i >= j; };
	auto note = [&](int form, double error) { most[form] = fmax(most[form], error); };
	auto symmetric = [&](const Matrix &s, int i, int j) { return stored(i, j) ? s(i, j) : s(j, i); };
	auto triangle = [&](const Matrix &s, int i, int j) {
		const int r = transposed ? j : i, q = transposed ? i : j;
		return r == q && unit ? 1.0 : stored(r, q) ? s(r, q) : 0.0;
	};
	auto op_of = [&](const Matrix &s, int i, int l) { return transposed ? s(l, i) : s(i, l); };

	CHECK(cublasDsymm(handle, side, fill, m, n, &alpha, a.at, size, b.at, m, &beta, c.at, m));
	note(SYMM, worst(c, [&](int i, int j) {
		return beta * c(i, j) + alpha * sum(size, [&](int l) { return right ? b(i, l) * symmetric(a, l, j) : symmetric(a, i, l) * b(l, j); });
	}));
	CHECK(cublasDtrmm(handle, side, fill, op, diagonal, m, n, &alpha, a.at, size, b.at, m, b.at, m));
	note(TRMM, worst(b, [&](int i, int j) {
		return alpha * sum(size, [&](int l) { return right ? b(i, l) * triangle(a, l, j) : triangle(a, i, l) * b(l, j); });
	}));
	for (int form : { SYRK, SYRKX, SYR2K }) {
		square.put();
		if (form == SYRK)
			CHECK(cublasDsyrk(handle, fill, op, m, k, &alpha, f.at, f.rows, &beta, square.at, m));
		else if (form == SYRKX)
			CHECK(cublasDsyrkx(handle, fill, op, m, k, &alpha, f.at, f.rows, g.at, g.rows, &beta, square.at, m));
		else
			CHECK(cublasDsyr2k(handle, fill, op, m, k, &alpha, f.at, f.rows, g.at, g.rows, &beta, square.at, m));
		const Matrix &second = form == SYRK ? f : g;
		note(form, worst(square, [&](int i, int j) {
			return !stored(i, j) ? square(i, j) : beta * square(i, j) + alpha * sum(k, [&](int l) {
				return op_of(f, i, l) * op_of(second, j, l) + (form == SYR2K ? op_of(g, i, l) * op_of(f, j, l) : 0);
			});
		}));
	}
	square.put();
	CHECK(cublasDsymv(handle, fill, m, &alpha, square.at, m, x.at, inc, &beta, y.at, inc));
	note(SYMV, worst(y, [&](int i, int j) {
		return i ? y(i, j) : beta * y(0, j) + alpha * sum(m, [&](int l) { return symmetric(square, j, l) * x(0, l); });
	}));
	CHECK(cublasDtrmv(handle, fill, op, diagonal, m, square.at, m, x.at, inc));
	note(TRMV, worst(x, [&](int i, int j) { return i ? x(i, j) : sum(m, [&](int l) { return triangle(square, j, l) * x(0, l); }); }));
	CHECK(cublasDtrsv(handle, fill, op, diagonal, m, square.at, m, x.at, inc)); /* and back again */
	note(TRSV, worst(x, [&](int i, int j) { return x(i, j); }));
	y.put();
	CHECK(cublasDsyr(handle, fill, m, &alpha, x.at, inc, t.at, m));
	note(SYR, worst(t, [&](int i, int j) { return t(i, j) + (stored(i, j) ? alpha * x(0, i) * x(0, j) : 0); }));
	t.put();
	CHECK(cublasDsyr2(handle, fill, m, &alpha, x.at, inc, y.at, inc, t.at, m));
	note(SYR2, worst(t, [&](int i, int j) { return t(i, j) + (stored(i, j) ? alpha * (x(0, i) * y(0, j) + y(0, i) * x(0, j)) : 0); }));
	b.put();
	CHECK(cublasDdgmm(handle, side, m, n, b.at, m, x.at, inc, c.at, m));
	note(DGMM, worst(c, [&](int i, int j) { return b(i, j) * x(0, right ? j : i); }));
}

int main()
{
	double most[FORMS] = { 0 };

	CHECK(cublasCreate(&handle));
	for (int form = 0; form < 16; form++)
		all_forms(form & 1, form & 2, form & 4, form & 8, most);
	for (int form = 0; form < FORMS; form++)
		printf("%-6s %s\n", names[form], most[form] < 1e-8 ? "right" : "WRONG");
	CHECK(cublasDestroy(handle));
	return 0;
}
