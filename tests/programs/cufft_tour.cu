// options: -lcufft
/*
 * cuFFT: transforms of one to three dimensions, complex and real, in place and not, many at once and with strides, each compared
 * with the sum that defines it; a convolution by the product of transforms; and the answers to wrong arguments.
 */
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cufft.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

typedef std::complex<double> number;

static double noise()
{
	static unsigned state = 12345;
	state = state * 1664525u + 1013904223u;
	return (double)(state >> 8) / (1 << 24) - 0.5;
}

static std::vector<number> random_numbers(size_t n, bool real)
{
	std::vector<number> v(n);
	for (number &x : v)
		x = number(noise(), real ? 0 : noise());
	return v;
}

/* What a transform is: the last dimension runs fastest. */
static std::vector<number> by_definition(const std::vector<number> &in, const std::vector<int> &n, int sign)
{
	std::vector<number> out = in;
	size_t step = 1;
	for (size_t d = n.size(); d-- > 0; step *= (size_t)n[d]) {
		std::vector<number> from = out;
		for (size_t i = 0; i < out.size(); i++) {
			size_t k = i / step % (size_t)n[d], base = i - k * step;
			number sum = 0;
			for (size_t j = 0; j < (size_t)n[d]; j++)
				sum += from[base + j * step] * std::polar(1.0, sign * 2 * M_PI * (double)(j * k % (size_t)n[d]) / n[d]);
			out[i] = sum;
		}
	}
	return out;
}

static void say(const char *what, double error, double limit)
{
	printf("%-34s %s\n", what, error < limit ? "right" : "WRONG");
	if (!(error < limit))
		printf("  error %g\n", error);
}

template <typename T> static T *device(const std::vector<T> &host)
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

template <typename C> static std::vector<C> pairs(const std::vector<number> &v)
{
	std::vector<C> out(v.size());
	for (size_t i = 0; i < v.size(); i++) {
		out[i].x = (decltype(out[i].x))v[i].real();
		out[i].y = (decltype(out[i].y))v[i].imag();
	}
	return out;
}

template <typename C> static double difference(const std::vector<C> &got, const std::vector<number> &want)
{
	double worst = 0;
	for (size_t i = 0; i < want.size(); i++)
		worst = std::fmax(worst, std::abs(number(got[i].x, got[i].y) - want[i]));
	return worst;
}

static void complex_1d(int n)
{
	const std::vector<number> x = random_numbers((size_t)n, false);
	cufftComplex *d = device(pairs<cufftComplex>(x));
	cufftHandle plan;
	char what[64];

	CHECK(cufftPlan1d(&plan, n, CUFFT_C2C, 1));
	CHECK(cufftExecC2C(plan, d, d, CUFFT_FORWARD));
	snprintf(what, sizeof what, "C2C of %d, in place", n);
	say(what, difference(on_host(d, (size_t)n), by_definition(x, { n }, -1)), 1e-5 * std::sqrt(n) * 4);
	CHECK(cufftExecC2C(plan, d, d, CUFFT_INVERSE));
	std::vector<cufftComplex> back = on_host(d, (size_t)n);
	for (cufftComplex &v : back) {
		v.x /= (float)n;
		v.y /= (float)n;
	}
	snprintf(what, sizeof what, "and back, which gives n times it");
	say(what, difference(back, x), 1e-5);
	CHECK(cufftDestroy(plan));
	CHECK(cudaFree(d));
}

static void many_with_strides()
{
	/* Five transforms of 12, their elements interleaved: element i of transform b at i * 5 + b. */
	int n[1] = { 12 }, embed[1] = { 12 };
	const std::vector<number> x = random_numbers(60, false);
	cufftComplex *in = device(pairs<cufftComplex>(x)), *out = device(std::vector<cufftComplex>(60));
	cufftHandle plan;
	double worst = 0;

	CHECK(cufftPlanMany(&plan, 1, n, embed, 5, 1, embed, 1, 12, CUFFT_C2C, 5));
	CHECK(cufftExecC2C(plan, in, out, CUFFT_FORWARD));
	std::vector<cufftComplex> got = on_host(out, 60);
	for (size_t b = 0; b < 5; b++) {
		std::vector<number> one(12);
		for (size_t i = 0; i < 12; i++)
			one[i] = x[i * 5 + b];
		worst = std::fmax(worst, difference(std::vector<cufftComplex>(&got[b * 12], &got[b * 12] + 12), by_definition(one, { 12 }, -1)));
	}
	say("five interleaved transforms", worst, 1e-5);
	CHECK(cufftDestroy(plan));
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
}

static void real_2d()
{
	const int nx = 6, ny = 10, half = ny / 2 + 1;
	const std::vector<number> x = random_numbers(nx * ny, true);
	std::vector<float> reals;
	for (const number &v : x)
		reals.push_back((float)v.real());
	float *d = device(reals), *back = device(std::vector<float>(nx * ny));
	cufftComplex *spectrum = device(std::vector<cufftComplex>(nx * half));
	cufftHandle forward, inverse;

	CHECK(cufftPlan2d(&forward, nx, ny, CUFFT_R2C));
	CHECK(cufftPlan2d(&inverse, nx, ny, CUFFT_C2R));
	CHECK(cufftExecR2C(forward, d, spectrum));
	const std::vector<number> whole = by_definition(x, { nx, ny }, -1);
	std::vector<number> want;
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < half; j++)
			want.push_back(whole[(size_t)(i * ny + j)]);
	say("R2C of 6 x 10", difference(on_host(spectrum, (size_t)(nx * half)), want), 1e-5);
	CHECK(cufftExecC2R(inverse, spectrum, back));
	double worst = 0;
	const std::vector<float> again = on_host(back, reals.size());
	for (size_t i = 0; i < reals.size(); i++)
		worst = std::fmax(worst, std::fabs(again[i] / (nx * ny) - reals[i]));
	say("C2R back", worst, 1e-6);

	/* In place, rows of real numbers have room for their half of the spectrum. */
	std::vector<float> padded((size_t)(nx * 2 * half), 0);
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++)
			padded[(size_t)(i * 2 * half + j)] = reals[(size_t)(i * ny + j)];
	float *place = device(padded);
	CHECK(cufftExecR2C(forward, place, (cufftComplex *)place));
	say("R2C in place", difference(on_host((cufftComplex *)place, (size_t)(nx * half)), want), 1e-5);
	CHECK(cufftDestroy(forward));
	CHECK(cufftDestroy(inverse));
	CHECK(cudaFree(d));
	CHECK(cudaFree(back));
	CHECK(cudaFree(spectrum));
	CHECK(cudaFree(place));
}

static void double_3d()
{
	const std::vector<number> x = random_numbers(3 * 4 * 5, false);
	cufftDoubleComplex *in = device(pairs<cufftDoubleComplex>(x)), *out = device(std::vector<cufftDoubleComplex>(60));
	cudaStream_t stream;
	cufftHandle plan;
	size_t bytes = 0;

	CHECK(cudaStreamCreate(&stream));
	CHECK(cufftCreate(&plan));
	CHECK(cufftSetStream(plan, stream));
	CHECK(cufftMakePlan3d(plan, 3, 4, 5, CUFFT_Z2Z, &bytes));
	CHECK(cufftExecZ2Z(plan, in, out, CUFFT_INVERSE));
	CHECK(cudaStreamSynchronize(stream));
	say("Z2Z of 3 x 4 x 5, on a stream", difference(on_host(out, 60), by_definition(x, { 3, 4, 5 }, 1)), 1e-12);
	CHECK(cufftDestroy(plan));
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
}

static __global__ void multiply(cufftDoubleComplex *a, const cufftDoubleComplex *b, int n, double scale)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	cufftDoubleComplex x = a[i], y = b[i];
	a[i].x = (x.x * y.x - x.y * y.y) * scale;
	a[i].y = (x.x * y.y + x.y * y.x) * scale;
}

static void convolution()
{
	const int n = 1000, half = n / 2 + 1;
	std::vector<double> signal((size_t)n), filter((size_t)n, 0);
	for (double &v : signal)
		v = noise();
	for (int i = 0; i < 9; i++)
		filter[(size_t)i] = 1.0 / 9;
	double *d_signal = device(signal), *d_filter = device(filter);
	cufftDoubleComplex *a = device(std::vector<cufftDoubleComplex>(half)), *b = device(std::vector<cufftDoubleComplex>(half));
	cufftHandle forward, inverse;

	CHECK(cufftPlan1d(&forward, n, CUFFT_D2Z, 1));
	CHECK(cufftPlan1d(&inverse, n, CUFFT_Z2D, 1));
	CHECK(cufftExecD2Z(forward, d_signal, a));
	CHECK(cufftExecD2Z(forward, d_filter, b));
	multiply<<<(half + 127) / 128, 128>>>(a, b, half, 1.0 / n);
	CHECK(cudaGetLastError());
	CHECK(cufftExecZ2D(inverse, a, d_signal));
	const std::vector<double> smooth = on_host(d_signal, (size_t)n);
	double worst = 0;
	for (int i = 0; i < n; i++) {
		double want = 0;
		for (int j = 0; j < 9; j++)
			want += signal[(size_t)((i - j + n) % n)] / 9;
		worst = std::fmax(worst, std::fabs(smooth[(size_t)i] - want));
	}
	say("a running mean by D2Z and Z2D", worst, 1e-12);
	CHECK(cufftDestroy(forward));
	CHECK(cufftDestroy(inverse));
	CHECK(cudaFree(d_signal));
	CHECK(cudaFree(d_filter));
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
}

int main()
{
	cufftHandle plan;
	size_t bytes = 0;

	complex_1d(1);
	complex_1d(8);
	complex_1d(15);
	complex_1d(1009);
	many_with_strides();
	real_2d();
	double_3d();
	convolution();
	printf("a length of 0: %s\n", cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE ? "CUFFT_INVALID_SIZE" : "taken");
	CHECK(cufftEstimate1d(1024, CUFFT_C2C, 2, &bytes)); /* on an H100: 0, no work area */
	printf("a plan that is none: %s\n", cufftDestroy(77) == CUFFT_INVALID_PLAN ? "CUFFT_INVALID_PLAN" : "taken");
}
