// options: -lcusolver
// library: liblapack.so.3
/*
 * cuSOLVER's calls whose types are parameters, and those in two precisions: each result is put back into its equation.
 */
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <cuda_runtime.h>
#include <cusolverDn.h>

typedef std::complex<double> number;
#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static cusolverDnHandle_t handle;
static cusolverDnParams_t params;
static unsigned seed = 7;

static double next()
{
	seed = seed * 1664525u + 1013904223u;
	return (double)(seed >> 16 & 255) / 64 - 1.99;
}

template <typename T> static T value() { return (T)next(); }
template <> number value<number>() { const double re = next(); return number(re, next()); }

/* A matrix of random numbers, whose diagonal is heavy; by columns. */
template <typename T> static std::vector<T> random_matrix(int m, int n)
{
	std::vector<T> a(m * n);

	for (int i = 0; i < m * n; i++)
		a[i] = value<T>() + (i % m == i / m ? (T)8 : (T)0);
	return a;
}

template <typename T> struct Memory {
	T *at;
	size_t n;

	explicit Memory(size_t n) : n(n) { CHECK(cudaMalloc((void **)&at, (n + 1) * sizeof(T))); }
	explicit Memory(const std::vector<T> &v) : Memory(v.size()) { put(v); }
	~Memory() { CHECK(cudaFree(at)); }
	Memory(const Memory &) = delete;
	void put(const std::vector<T> &v) { CHECK(cudaMemcpy(at, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); }
	std::vector<T> get() const
	{
		std::vector<T> v(n);

		CHECK(cudaMemcpy(v.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost));
		return v;
	}
};

/* The largest difference between a x and b, where x has rows `x_ld` apart. */
template <typename T> static double distance(const std::vector<T> &a, int m, int n, const std::vector<T> &x, int x_ld, const std::vector<T> &b,
					     int b_ld, int columns)
{
	double most = 0;

	for (int j = 0; j < columns; j++)
		for (int i = 0; i < m; i++) {
			T sum = 0;
			for (int k = 0; k < n; k++)
				sum += a[i + k * m] * x[k + j * x_ld];
			most = fmax(most, std::abs(sum - b[i + j * b_ld]));
		}
	return most;
}

static void show(const char *what, double off, double limit) { printf("%s: %s\n", what, off < limit ? "right" : "wrong"); }

/* A X = B by one of the calls in two precisions; B and X have room between their columns. */
template <typename T, typename Size, typename Solve> static void two(const char *what, Size size, Solve solve, double limit)
{
	const int n = 5, columns = 2, b_ld = 6, x_ld = 7;
	const auto a = random_matrix<T>(n, n), b = random_matrix<T>(b_ld, columns);
	Memory<T> da(a), db(b), dx(x_ld * columns);
	Memory<int> pivots(n), info(1);
	size_t bytes = 0;
	int rounds = -99;

	CHECK(size(da.at, pivots.at, db.at, b_ld, dx.at, x_ld, &bytes));
	Memory<char> work(bytes);
	CHECK(cudaMemset(dx.at, 0, dx.n * sizeof(T)));
	CHECK(solve(da.at, pivots.at, db.at, b_ld, dx.at, x_ld, work.at, bytes, &rounds, info.at));
	CHECK(cudaDeviceSynchronize());
	show(what, distance(a, n, n, dx.get(), x_ld, b, b_ld, columns), limit);
	if (info.get()[0] || rounds < 0 || db.get() != b)
		printf("info %d, %d rounds\n", info.get()[0], rounds);
}

#define GESV(T, C, PAIR, limit) \
	two<T>(#PAIR "gesv", \
	       [](T *a, int *p, T *b, int b_ld, T *x, int x_ld, size_t *bytes) { \
		       return cusolverDn##PAIR##gesv_bufferSize(handle, 5, 2, (C *)a, 5, p, (C *)b, b_ld, (C *)x, x_ld, NULL, bytes); \
	       }, \
	       [](T *a, int *p, T *b, int b_ld, T *x, int x_ld, void *work, size_t bytes, int *rounds, int *info) { \
		       return cusolverDn##PAIR##gesv(handle, 5, 2, (C *)a, 5, p, (C *)b, b_ld, (C *)x, x_ld, work, bytes, rounds, info); \
	       }, limit)

/* More equations than unknowns: what is left is at right angles to the columns of A. */
static void least_squares()
{
	const int m = 7, n = 3;
	const auto a = random_matrix<double>(m, n), b = random_matrix<double>(m, 1);
	Memory<double> da(a), db(b), dx(n);
	Memory<int> info(1);
	size_t bytes = 0;
	int rounds = -99;
	double most = 0;

	CHECK(cusolverDnDDgels_bufferSize(handle, m, n, 1, da.at, m, db.at, m, dx.at, n, NULL, &bytes));
	Memory<char> work(bytes);
	CHECK(cusolverDnDDgels(handle, m, n, 1, da.at, m, db.at, m, dx.at, n, work.at, bytes, &rounds, info.at));
	const auto x = dx.get();
	for (int k = 0; k < n; k++) {
		double sum = 0;
		for (int i = 0; i < m; i++) {
			double left = b[i];
			for (int j = 0; j < n; j++)
				left -= a[i + j * m] * x[j];
			sum += a[i + k * m] * left;
		}
		most = fmax(most, fabs(sum));
	}
	show("DDgels", most, 1e-10);
	printf("wide: %s\n", cusolverDnDDgels(handle, 2, 3, 1, da.at, 2, db.at, 3, dx.at, 3, work.at, bytes, &rounds, info.at) ? "rejected" : "taken");
}

static void factors()
{
	const int n = 5, columns = 2;
	const auto a = random_matrix<number>(n, n), b = random_matrix<number>(n, columns);
	Memory<number> da(a), db(b), tau(n);
	Memory<int64_t> pivots(n);
	Memory<int> info(1);
	size_t device_size = 0, host_size = 0;

	CHECK(cusolverDnXgetrf_bufferSize(handle, params, n, n, CUDA_C_64F, da.at, n, CUDA_C_64F, &device_size, &host_size));
	Memory<char> work(device_size);
	std::vector<char> host(host_size + 1);
	CHECK(cusolverDnXgetrf(handle, params, n, n, CUDA_C_64F, da.at, n, pivots.at, CUDA_C_64F, work.at, device_size, host.data(), host_size, info.at));
	CHECK(cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, columns, CUDA_C_64F, da.at, n, pivots.at, CUDA_C_64F, db.at, n, info.at));
	show("Xgetrf", distance(a, n, n, db.get(), n, b, n, columns), 1e-10);

	/* a matrix times its adjoint is definite */
	std::vector<number> h(n * n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			for (int k = 0; k < n; k++)
				h[i + j * n] += a[i + k * n] * std::conj(a[j + k * n]);
	da.put(h);
	db.put(b);
	CHECK(cusolverDnXpotrf_bufferSize(handle, params, CUBLAS_FILL_MODE_LOWER, n, CUDA_C_64F, da.at, n, CUDA_C_64F, &device_size, &host_size));
	Memory<char> more(device_size);
	host.resize(host_size + 1);
	CHECK(cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_LOWER, n, CUDA_C_64F, da.at, n, CUDA_C_64F, more.at, device_size, host.data(), host_size, info.at));
	CHECK(cusolverDnXpotrs(handle, params, CUBLAS_FILL_MODE_LOWER, n, columns, CUDA_C_64F, da.at, n, CUDA_C_64F, db.at, n, info.at));
	show("Xpotrs", distance(h, n, n, db.get(), n, b, n, columns), 1e-10);

	/* R's columns are as long as A's */
	da.put(a);
	CHECK(cusolverDnXgeqrf_bufferSize(handle, params, n, n, CUDA_C_64F, da.at, n, CUDA_C_64F, tau.at, CUDA_C_64F, &device_size, &host_size));
	Memory<char> third(device_size);
	host.resize(host_size + 1);
	CHECK(cusolverDnXgeqrf(handle, params, n, n, CUDA_C_64F, da.at, n, CUDA_C_64F, tau.at, CUDA_C_64F, third.at, device_size, host.data(), host_size, info.at));
	const auto r = da.get();
	double most = 0;
	for (int j = 0; j < n; j++) {
		double before = 0, after = 0;
		for (int i = 0; i < n; i++)
			before += std::norm(a[i + j * n]);
		for (int i = 0; i <= j; i++)
			after += std::norm(r[i + j * n]);
		most = fmax(most, fabs(before - after));
	}
	show("Xgeqrf", most, 1e-10);
}

/* A triangle's inverse, and the sum of the squares of singular values. */
static void others()
{
	const int n = 4;
	auto a = random_matrix<double>(n, n);
	Memory<double> da(a), sigma(n), u(n * n), vt(n * n);
	Memory<int> info(1);
	size_t device_size = 0, host_size = 0;
	double squares = 0;

	CHECK(cusolverDnXgesvd_bufferSize(handle, params, 'A', 'A', n, n, CUDA_R_64F, da.at, n, CUDA_R_64F, sigma.at, CUDA_R_64F, u.at, n,
					  CUDA_R_64F, vt.at, n, CUDA_R_64F, &device_size, &host_size));
	Memory<char> work(device_size);
	std::vector<char> host(host_size + 1);
	CHECK(cusolverDnXgesvd(handle, params, 'A', 'A', n, n, CUDA_R_64F, da.at, n, CUDA_R_64F, sigma.at, CUDA_R_64F, u.at, n, CUDA_R_64F, vt.at, n,
			       CUDA_R_64F, work.at, device_size, host.data(), host_size, info.at));
	for (double v : a)
		squares -= v * v;
	for (double v : sigma.get())
		squares += v * v;
	show("Xgesvd", fabs(squares), 1e-10);

	for (int j = 0; j < n; j++)
		for (int i = j + 1; i < n; i++)
			a[i + j * n] = 0;
	std::vector<double> unit(n * n, 0.0);
	for (int i = 0; i < n; i++)
		unit[i + i * n] = 1;
	da.put(a);
	CHECK(cusolverDnXtrtri_bufferSize(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, da.at, n, &device_size, &host_size));
	Memory<char> more(device_size);
	host.resize(host_size + 1);
	CHECK(cusolverDnXtrtri(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, n, CUDA_R_64F, da.at, n, more.at, device_size, host.data(), host_size, info.at));
	show("Xtrtri", distance(a, n, n, da.get(), n, unit, n, n), 1e-10);
}

int main()
{
	CHECK(cusolverDnCreate(&handle));
	CHECK(cusolverDnCreateParams(&params));
	GESV(double, double, DD, 1e-10);
	GESV(double, double, DS, 1e-10);
	GESV(float, float, SS, 1e-4);
	GESV(number, cuDoubleComplex, ZC, 1e-10);
	least_squares();
	factors();
	others();
	CHECK(cusolverDnDestroyParams(params));
	CHECK(cusolverDnDestroy(handle));
}
