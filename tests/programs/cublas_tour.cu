// options: -lcublas
/*
 * A tour of cuBLAS: vectors, a matrix and a vector, products of matrices plain, transposed, batched, in half precision,
 * scalars on the device, streams. Whole numbers, so that every order of summing gives the same.
 */
#include <cstdio>
#include <cstdlib>
#include <limits>
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

template <typename T> static T *on_device(const std::vector<T> &host)
{
	T *d;
	CHECK(cudaMalloc(&d, host.size() * sizeof(T)));
	CHECK(cudaMemcpy(d, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
	return d;
}

template <typename T> static std::vector<T> on_host(const T *d, size_t n)
{
	std::vector<T> host(n);
	CHECK(cudaMemcpy(host.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
	return host;
}

template <typename T> static void say(const char *what, const std::vector<T> &got, const std::vector<T> &want)
{
	int wrong = 0;
	for (size_t i = 0; i < want.size(); i++)
		wrong += got[i] != want[i];
	printf("%-22s %s\n", what, wrong ? "WRONG" : "right");
}

static void vectors()
{
	const int n = 1000;
	std::vector<float> x(n), y(n), want(n);
	float alpha = 3, dot, norm, sum;
	int at;

	for (int i = 0; i < n; i++) {
		x[i] = (float)(i % 7 - 3);
		y[i] = (float)(i % 5);
	}
	x[411] = -50;
	float *dx = on_device(x), *dy = on_device(y);
	double d = 0, squares = 0, absolute = 0;
	for (int i = 0; i < n; i++) {
		want[i] = alpha * x[i] + y[i];
		d += x[i] * want[i];
		squares += x[i] * x[i];
		absolute += x[i] < 0 ? -x[i] : x[i];
	}
	CHECK(cublasSaxpy(handle, n, &alpha, dx, 1, dy, 1));
	say("saxpy", on_host(dy, n), want);
	CHECK(cublasSdot(handle, n, dx, 1, dy, 1, &dot));
	CHECK(cublasSnrm2(handle, n, dx, 1, &norm));
	CHECK(cublasSasum(handle, n, dx, 1, &sum));
	CHECK(cublasIsamax(handle, n, dx, 1, &at));
	printf("%-22s %s\n", "dot, norm, sum, max", dot == d && norm * norm > squares * 0.999 && norm * norm < squares * 1.001 &&
	       sum == absolute && at == 412 ? "right" : "WRONG");
	alpha = 0.5f;
	CHECK(cublasSscal(handle, n / 2, &alpha, dx, 2));
	for (int i = 0; i < n; i += 2)
		x[i] *= 0.5f;
	say("scal, every second", on_host(dx, n), x);
	CHECK(cublasSswap(handle, n, dx, 1, dy, 1));
	say("swap", on_host(dx, n), want);
	CHECK(cublasScopy(handle, n, dx, 1, dy, 1));
	say("copy", on_host(dy, n), want);

	/* scalars on the device: nothing waits */
	float *scalars;
	CHECK(cudaMalloc(&scalars, 2 * sizeof(float)));
	CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	CHECK(cublasSdot(handle, n, dx, 1, dy, 1, scalars));
	CHECK(cublasSaxpy(handle, 1, scalars, dx, 1, dy, 1));
	CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	float both = 0;
	for (int i = 0; i < n; i++)
		both += want[i] * want[i];
	std::vector<float> first = on_host(dy, 1);
	printf("%-22s %s\n", "scalars on the device", on_host(scalars, 1)[0] == both && first[0] == both * want[0] + want[0] ? "right" : "WRONG");
	CHECK(cudaFree(dx));
	CHECK(cudaFree(dy));
	CHECK(cudaFree(scalars));
}

template <typename T> static std::vector<T> numbers(int rows, int columns, int seed)
{
	std::vector<T> v(rows * columns);
	for (int i = 0; i < rows * columns; i++)
		v[i] = (T)(float)((i * 31 + seed * 17) % 9 - 4);
	return v;
}

/* c = alpha a b + beta c, all by columns; a is m x k, b is k x n, each maybe stored transposed. */
template <typename T>
static std::vector<T> product(const std::vector<T> &a, bool a_t, const std::vector<T> &b, bool b_t, int m, int n, int k, T alpha, T beta,
			      const std::vector<T> &c)
{
	std::vector<T> r(m * n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++) {
			T sum = 0;
			for (int l = 0; l < k; l++)
				sum += (a_t ? a[l + k * i] : a[i + m * l]) * (b_t ? b[j + n * l] : b[l + k * j]);
			r[i + m * j] = alpha * sum + beta * c[i + m * j];
		}
	return r;
}

static void matrices()
{
	const int m = 23, n = 17, k = 31;
	std::vector<double> a = numbers<double>(m, k, 1), b = numbers<double>(k, n, 2), c = numbers<double>(m, n, 3);
	double *da = on_device(a), *db = on_device(b), *dc = on_device(c), alpha = 2, beta = -1;
	cudaStream_t stream;

	CHECK(cudaStreamCreate(&stream));
	CHECK(cublasSetStream(handle, stream));
	CHECK(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, dc, m));
	CHECK(cudaStreamSynchronize(stream));
	std::vector<double> want = product(a, false, b, false, m, n, k, alpha, beta, c);
	say("dgemm in a stream", on_host(dc, m * n), want);
	CHECK(cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &alpha, da, k, db, n, &beta, dc, m));
	CHECK(cudaStreamSynchronize(stream));
	want = product(a, true, b, true, m, n, k, alpha, beta, want);
	say("both transposed", on_host(dc, m * n), want);
	CHECK(cublasSetStream(handle, NULL));
	CHECK(cudaStreamDestroy(stream));

	/* beta 0 means that c is not read at all */
	std::vector<double> nothing(m * n, std::numeric_limits<double>::quiet_NaN());
	CHECK(cudaMemcpy(dc, nothing.data(), m * n * sizeof(double), cudaMemcpyHostToDevice));
	beta = 0;
	CHECK(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, dc, m));
	say("beta 0", on_host(dc, m * n), product(a, false, b, false, m, n, k, alpha, 0.0, c));

	/* a matrix and a vector, both ways; an outer product; a transposed copy */
	beta = 1;
	std::vector<double> x(b.begin(), b.begin() + k), y(c.begin(), c.begin() + m);
	double *dx = on_device(x), *dy = on_device(y);
	CHECK(cublasDgemv(handle, CUBLAS_OP_N, m, k, &alpha, da, m, dx, 1, &beta, dy, 1));
	std::vector<double> y2 = product(a, false, x, false, m, 1, k, alpha, beta, y);
	say("gemv", on_host(dy, m), y2);
	CHECK(cublasDgemv(handle, CUBLAS_OP_T, m, k, &alpha, da, m, dy, 1, &beta, dx, 1));
	say("gemv, transposed", on_host(dx, k), product(a, true, y2, false, k, 1, m, alpha, beta, x));
	std::vector<double> u(m, 2), v(k, 3), outer(a);
	double *du = on_device(u), *dv = on_device(v);
	CHECK(cublasDger(handle, m, k, &alpha, du, 1, dv, 1, da, m));
	for (double &e : outer)
		e += 12;
	say("ger", on_host(da, m * k), outer);
	double zero = 0, one = 1, *dt;
	CHECK(cudaMalloc(&dt, m * k * sizeof(double)));
	CHECK(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, k, m, &one, da, m, &zero, dt, k, dt, k));
	std::vector<double> turned(m * k);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < k; j++)
			turned[j + k * i] = outer[i + m * j];
	say("geam as a transpose", on_host(dt, m * k), turned);
	for (double *d : { da, db, dc, dx, dy, du, dv, dt })
		CHECK(cudaFree(d));
}

static void batches()
{
	const int n = 8, count = 5;
	std::vector<float> a = numbers<float>(n, n * count, 1), b = numbers<float>(n, n * count, 2), c(n * n * count), want;
	float *da, *db, *dc = on_device(c), one = 1, zero = 0;

	CHECK(cudaMalloc(&da, a.size() * sizeof(float)));
	CHECK(cudaMalloc(&db, b.size() * sizeof(float)));
	CHECK(cublasSetMatrix(n, n * count, sizeof(float), a.data(), n, da, n));
	CHECK(cublasSetVector((int)b.size(), sizeof(float), b.data(), 1, db, 1));
	CHECK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da, n, n * n, db, n, n * n, &zero, dc, n, n * n, count));
	for (int i = 0; i < count; i++) {
		std::vector<float> ai(a.begin() + i * n * n, a.begin() + (i + 1) * n * n), bi(b.begin() + i * n * n, b.begin() + (i + 1) * n * n);
		std::vector<float> ci = product(ai, false, bi, false, n, n, n, 1.0f, 0.0f, ai);
		want.insert(want.end(), ci.begin(), ci.end());
	}
	CHECK(cublasGetMatrix(n, n * count, sizeof(float), dc, n, c.data(), n));
	say("a batch", c, want);

	/* every second number of a vector; rows in a larger matrix */
	std::vector<float> thin(4, -1), corner(4);
	CHECK(cublasGetVector(4, sizeof(float), dc, 2, thin.data(), 1));
	CHECK(cublasGetMatrix(2, 2, sizeof(float), dc, n, corner.data(), 2));
	say("a part of it", thin, { want[0], want[2], want[4], want[6] });
	say("a corner of it", corner, { want[0], want[1], want[n], want[n + 1] });

	std::vector<__half> ha(n * n), hb(n * n);
	for (int i = 0; i < n * n; i++) {
		ha[i] = __float2half(a[i]);
		hb[i] = __float2half(b[i]);
	}
	__half *dha = on_device(ha), *dhb = on_device(hb);
	CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, dha, CUDA_R_16F, n, dhb, CUDA_R_16F, n, &zero, dc, CUDA_R_32F, n,
			   CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	say("halves into floats", on_host(dc, n * n), std::vector<float>(want.begin(), want.begin() + n * n));
	for (float *d : { da, db, dc })
		CHECK(cudaFree(d));
	CHECK(cudaFree(dha));
	CHECK(cudaFree(dhb));
}

int main()
{
	int version;

	CHECK(cublasCreate(&handle));
	CHECK(cublasGetVersion(handle, &version));
	vectors();
	matrices();
	batches();
	CHECK(cublasDestroy(handle));
	printf("%s\n", cublasGetStatusString(CUBLAS_STATUS_SUCCESS) ? "done" : "");
}
