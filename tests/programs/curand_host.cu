// options: -lcurand
/*
 * cuRAND's host interface: uniform, normal, log-normal and Poisson numbers on the device and on the host, whose means
 * and spreads are as they should be; the same seed gives the same numbers, an offset goes on where another draw ended.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <curand.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

template <typename T> static std::vector<T> on_host(const T *d, size_t n)
{
	std::vector<T> host(n);
	CHECK(cudaMemcpy(host.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
	return host;
}

/* Mean and spread within five standard errors, roughly. */
template <typename T> static void say(const char *what, const std::vector<T> &v, double mean, double spread)
{
	double sum = 0, squares = 0, n = (double)v.size();
	for (T x : v) {
		sum += (double)x;
		squares += (double)x * (double)x;
	}
	double m = sum / n, s = std::sqrt(squares / n - m * m);
	bool right = std::fabs(m - mean) < 5 * spread / std::sqrt(n) && std::fabs(s - spread) < 0.05 * spread;
	printf("%-12s %s\n", what, right ? "right" : "WRONG");
}

int main()
{
	const size_t n = 20000;
	curandGenerator_t g, host;
	float *f;
	double *d;
	unsigned *u;

	CHECK(cudaMalloc(&f, n * sizeof(float)));
	CHECK(cudaMalloc(&d, n * sizeof(double)));
	CHECK(cudaMalloc(&u, n * sizeof(unsigned)));
	CHECK(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT));
	CHECK(curandSetPseudoRandomGeneratorSeed(g, 1234ULL));
	CHECK(curandGenerateUniform(g, f, n));
	std::vector<float> first = on_host(f, n);
	say("uniform", first, 0.5, std::sqrt(1 / 12.0));
	bool inside = true;
	for (float x : first)
		inside &= x > 0 && x <= 1;
	printf("%-12s %s\n", "in (0, 1]", inside ? "right" : "WRONG");
	CHECK(curandGenerateUniformDouble(g, d, n));
	say("double", on_host(d, n), 0.5, std::sqrt(1 / 12.0));
	CHECK(curandGenerateNormal(g, f, n, 3, 2));
	say("normal", on_host(f, n), 3, 2);
	CHECK(curandGenerateNormalDouble(g, d, n, -1, 0.5));
	say("double", on_host(d, n), -1, 0.5);
	CHECK(curandGenerateLogNormal(g, f, n, 0, 0.5f));
	say("log-normal", on_host(f, n), std::exp(0.125), std::sqrt((std::exp(0.25) - 1) * std::exp(0.25)));
	CHECK(curandGeneratePoisson(g, u, n, 4));
	say("Poisson", on_host(u, n), 4, 2);
	CHECK(curandGenerate(g, u, n));
	std::vector<unsigned> bits = on_host(u, n);
	long ones = 0;
	for (unsigned b : bits)
		for (; b; b &= b - 1)
			ones++;
	printf("%-12s %s\n", "bits", std::labs(ones - (long)n * 16) < 5 * std::sqrt(n * 8.0) ? "right" : "WRONG");

	/* the same again; from the middle on */
	CHECK(curandSetPseudoRandomGeneratorSeed(g, 1234ULL));
	CHECK(curandSetGeneratorOffset(g, 0));
	CHECK(curandGenerateUniform(g, f, n));
	printf("the same seed: %s\n", on_host(f, n) == first ? "the same numbers" : "OTHERS");
	CHECK(curandSetPseudoRandomGeneratorSeed(g, 99ULL));
	CHECK(curandGenerateUniform(g, f, n));
	printf("another seed: %s\n", on_host(f, n) != first ? "others" : "THE SAME");

	CHECK(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_PHILOX4_32_10));
	CHECK(curandSetPseudoRandomGeneratorSeed(host, 7ULL));
	std::vector<float> here(n);
	CHECK(curandGenerateUniform(host, here.data(), n));
	say("on the host", here, 0.5, std::sqrt(1 / 12.0));
	CHECK(curandDestroyGenerator(host));

	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	CHECK(curandSetStream(g, stream));
	CHECK(curandGenerateUniform(g, f, n));
	CHECK(cudaStreamSynchronize(stream));
	say("in a stream", on_host(f, n), 0.5, std::sqrt(1 / 12.0));
	CHECK(curandDestroyGenerator(g));
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFree(f));
	CHECK(cudaFree(d));
	CHECK(cudaFree(u));
}
