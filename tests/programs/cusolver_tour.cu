// options: -lcusolver -lcublas
// library: liblapack.so.3
/*
 * cuSOLVER on dense matrices: each result is multiplied out on the host, and must give the matrix, or the right side, that it came from.
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
#define Z(p) ((cuDoubleComplex *)(p))
#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static cusolverDnHandle_t handle;
static unsigned seed = 1;

template <typename T> struct Memory {
	T *at;
	int n;

	explicit Memory(int n) : n(n) { CHECK(cudaMalloc((void **)&at, n * sizeof(T))); }
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

/* Elements to work in: an H200 asks for up to 819,648 here. */
static const int room = 1 << 20;

static double part()
{
	seed = seed * 1664525u + 1013904223u;
	return (double)(seed >> 16 & 255) / 64 - 1.99;
}

static std::vector<number> random_matrix(int m, int n)
{
	std::vector<number> v((size_t)m * n);

	for (auto &x : v)
		x = number(part(), part());
	return v;
}

/* Hermitian, with large positive numbers on the diagonal. */
static std::vector<number> definite(int n)
{
	std::vector<number> a = random_matrix(n, n), h(a);

	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			h[i + j * n] = a[i + j * n] + std::conj(a[j + i * n]) + (i == j ? 30.0 : 0.0);
	return h;
}

static number sum(int n, const std::function<number(int)> &f)
{
	number all = 0;

	for (int k = 0; k < n; k++)
		all += f(k);
	return all;
}

static void show(const char *what, int m, int n, const std::function<number(int, int)> &got, const std::function<number(int, int)> &want)
{
	double most = 0;

	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			most = fmax(most, std::abs(got(i, j) - want(i, j)));
	printf("%s: %s\n", what, most < 1e-9 ? "right" : "WRONG");
}

static void solve()
{
	const int n = 4;
	Memory<number> a(n * n), b(n * 2), work(room);
	Memory<int> pivots(n), info(1);
	int size;
	const auto g = random_matrix(n, n), h = definite(n), y = random_matrix(n, 2);

	for (auto op : { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C }) {
		a.put(g);
		b.put(y);
		CHECK(cusolverDnZgetrf_bufferSize(handle, n, n, Z(a.at), n, &size));
		CHECK(cusolverDnZgetrf(handle, n, n, Z(a.at), n, Z(work.at), pivots.at, info.at));
		CHECK(cusolverDnZgetrs(handle, op, n, 2, Z(a.at), n, pivots.at, Z(b.at), n, info.at));
		const auto x = b.get();
		show("getrf and getrs", n, 2, [&](int i, int j) {
			return sum(n, [&](int k) {
				return (op == CUBLAS_OP_N ? g[i + k * n] : op == CUBLAS_OP_T ? g[k + i * n] : std::conj(g[k + i * n])) * x[k + j * n];
			});
		}, [&](int i, int j) { return y[i + j * n]; });
	}
	a.put(h);
	b.put(y);
	CHECK(cusolverDnZpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, &size));
	CHECK(cusolverDnZpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, Z(work.at), size, info.at));
	const auto l = a.get();
	show("potrf", n, n, [&](int i, int j) {
		return sum(n, [&](int k) { return k <= i && k <= j ? l[i + k * n] * std::conj(l[j + k * n]) : 0.0; });
	}, [&](int i, int j) { return h[i + j * n]; });
	CHECK(cusolverDnZpotrs(handle, CUBLAS_FILL_MODE_LOWER, n, 2, Z(a.at), n, Z(b.at), n, info.at));
	const auto x = b.get();
	show("potrs", n, 2, [&](int i, int j) { return sum(n, [&](int k) { return h[i + k * n] * x[k + j * n]; }); },
	     [&](int i, int j) { return y[i + j * n]; });
	CHECK(cusolverDnZpotri(handle, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, Z(work.at), size, info.at));
	const auto inverse = a.get();
	show("potri", n, n, [&](int i, int j) {
		return sum(n, [&](int k) { return h[i + k * n] * (k >= j ? inverse[k + j * n] : std::conj(inverse[j + k * n])); });
	}, [&](int i, int j) { return i == j ? 1.0 : 0.0; });
	{
		Memory<cuDoubleComplex *> list(2);

		a.put(h);
		b.put(y);
		list.put({ Z(a.at), Z(b.at) });
		CHECK(cusolverDnZpotrfBatched(handle, CUBLAS_FILL_MODE_LOWER, n, list.at, n, info.at, 1));
		CHECK(cusolverDnZpotrsBatched(handle, CUBLAS_FILL_MODE_LOWER, n, 1, list.at, n, list.at + 1, n, info.at, 1));
		const auto z = b.get();
		show("potrfBatched", n, 1, [&](int i, int j) { return z[i + j * n]; }, [&](int i, int j) { return x[i + j * n]; });
	}
	/* A matrix that is not positive says so. */
	a.put(std::vector<number>(n * n, -1.0));
	CHECK(cusolverDnZpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, Z(work.at), size, info.at));
	printf("info %d\n", info.get()[0]);
}

static void qr()
{
	const int m = 5, n = 3;
	Memory<number> a(m * n), c(m * n), tau(n), work(room);
	Memory<int> info(1);
	int size;
	const auto g = random_matrix(m, n);

	a.put(g);
	c.put(g);
	CHECK(cusolverDnZgeqrf_bufferSize(handle, m, n, Z(a.at), m, &size));
	CHECK(cusolverDnZgeqrf(handle, m, n, Z(a.at), m, Z(tau.at), Z(work.at), size, info.at));
	const auto r = a.get();
	CHECK(cusolverDnZunmqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_C, m, n, n, Z(a.at), m, Z(tau.at), Z(c.at), m, Z(work.at), size, info.at));
	const auto rotated = c.get();
	/* From the right: Q stands behind A's conjugate transpose, which makes R's. */
	std::vector<number> adjoint(n * m);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++)
			adjoint[j + i * n] = std::conj(g[i + j * m]);
	c.put(adjoint);
	CHECK(cusolverDnZunmqr(handle, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, n, m, n, Z(a.at), m, Z(tau.at), Z(c.at), n, Z(work.at), size, info.at));
	const auto right = c.get();
	show("geqrf and unmqr", m, n, [&](int i, int j) { return rotated[i + j * m]; }, [&](int i, int j) { return i <= j ? r[i + j * m] : 0.0; });
	show("unmqr from the right", n, m, [&](int i, int j) { return right[i + j * n]; },
	     [&](int i, int j) { return j <= i ? std::conj(r[j + i * m]) : 0.0; });
	CHECK(cusolverDnZungqr(handle, m, n, n, Z(a.at), m, Z(tau.at), Z(work.at), size, info.at));
	const auto q = a.get();
	show("ungqr", m, n, [&](int i, int j) { return sum(j + 1, [&](int k) { return q[i + k * m] * r[k + j * m]; }); },
	     [&](int i, int j) { return g[i + j * m]; });
}

static void svd()
{
	const int m = 5, n = 3;
	Memory<number> a(m * n), u(m * m), v(n * n), work(room);
	Memory<double> s(n), more(64);
	Memory<int> info(1);
	gesvdjInfo_t how;
	int size;
	const auto g = random_matrix(m, n);

	a.put(g);
	CHECK(cusolverDnZgesvd_bufferSize(handle, m, n, &size));
	CHECK(cusolverDnZgesvd(handle, 'A', 'A', m, n, Z(a.at), m, s.at, Z(u.at), m, Z(v.at), n, Z(work.at), size, more.at, info.at));
	const auto w = s.get();
	auto left = u.get(), right = v.get();
	show("gesvd", m, n, [&](int i, int j) { return sum(n, [&](int k) { return left[i + k * m] * w[k] * right[k + j * n]; }); },
	     [&](int i, int j) { return g[i + j * m]; });
	a.put(g);
	CHECK(cusolverDnCreateGesvdjInfo(&how));
	CHECK(cusolverDnXgesvdjSetTolerance(how, 1e-12));
	CHECK(cusolverDnZgesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, Z(a.at), m, s.at, Z(u.at), m, Z(v.at), n, Z(work.at), size, info.at, how));
	left = u.get();
	right = v.get();
	const auto w2 = s.get();
	show("gesvdj", m, n, [&](int i, int j) { return sum(n, [&](int k) { return left[i + k * m] * w2[k] * std::conj(right[j + k * n]); }); },
	     [&](int i, int j) { return g[i + j * m]; });
	CHECK(cusolverDnDestroyGesvdjInfo(how));
	printf("wide: %d\n", cusolverDnZgesvd(handle, 'N', 'N', 2, 3, Z(a.at), 2, s.at, NULL, 1, NULL, 1, Z(work.at), size, more.at, info.at));
}

static void eigenvalues()
{
	const int n = 4, count = 2;
	Memory<number> a(n * n * count), b(n * n), work(room);
	Memory<double> w(n * count), real(n * n), real_w(n);
	Memory<float> single(n * n), single_w(n);
	Memory<int> info(count);
	syevjInfo_t how;
	int size;
	auto g = random_matrix(n, n), h = definite(n), twice = h;

	for (int j = 0; j < n; j++)
		for (int i = 0; i <= j; i++)
			g[j + i * n] = i == j ? number(g[i + j * n].real()) : std::conj(g[i + j * n]);
	auto check = [&](const char *what, const std::vector<number> &v, const std::vector<double> &l, const std::function<number(int, int)> &other) {
		show(what, n, n, [&](int i, int j) { return sum(n, [&](int k) { return g[i + k * n] * v[k + j * n]; }); },
		     [&](int i, int j) { return l[j] * sum(n, [&](int k) { return other(i, k) * v[k + j * n]; }); });
	};
	auto unit = [](int i, int k) { return i == k ? number(1) : number(0); };
	a.put(g);
	CHECK(cusolverDnZheevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, w.at, &size));
	CHECK(cusolverDnZheevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, w.at, Z(work.at), size, info.at));
	CHECK(cudaDeviceSynchronize());
	std::vector<double> l(n);
	std::vector<number> v(n * n);
	auto fetch = [&](int k) {
		CHECK(cudaMemcpy(v.data(), a.at + k * n * n, n * n * sizeof(number), cudaMemcpyDeviceToHost));
		CHECK(cudaMemcpy(l.data(), w.at + k * n, n * sizeof(double), cudaMemcpyDeviceToHost));
	};
	fetch(0);
	check("heevd", v, l, unit);
	a.put(g);
	b.put(h);
	CHECK(cusolverDnZhegvd(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, Z(b.at), n, w.at,
			       Z(work.at), size, info.at));
	fetch(0);
	check("hegvd", v, l, [&](int i, int k) { return h[i + k * n]; });
	twice = g;
	twice.insert(twice.end(), g.begin(), g.end());
	a.put(twice);
	CHECK(cusolverDnCreateSyevjInfo(&how));
	CHECK(cusolverDnZheevjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, Z(a.at), n, w.at, Z(work.at), size, info.at, how,
				      count));
	fetch(1);
	check("heevjBatched", v, l, unit);
	CHECK(cusolverDnDestroySyevjInfo(how));
	/* 2 on the diagonal, -1 beside it: the eigenvalues are known. */
	std::vector<double> laplace(n * n, 0.0);
	std::vector<float> same(n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			same[i + j * n] = (float)(laplace[i + j * n] = i == j ? 2 : abs(i - j) == 1 ? -1 : 0);
	real.put(laplace);
	single.put(same);
	Memory<double> real_work(room);
	Memory<float> single_work(room);
	CHECK(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, n, real.at, n, real_w.at, real_work.at, size, info.at));
	CHECK(cusolverDnSsyevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, n, single.at, n, single_w.at, single_work.at, size, info.at));
	for (int i = 0; i < n; i++)
		printf("%.4f %.4f (%.4f)\n", real_w.get()[i], single_w.get()[i], 2 - 2 * cos((i + 1) * M_PI / (n + 1)));
}

int main()
{
	CHECK(cusolverDnCreate(&handle));
	solve();
	qr();
	svd();
	eigenvalues();
	CHECK(cusolverDnDestroy(handle));
}
