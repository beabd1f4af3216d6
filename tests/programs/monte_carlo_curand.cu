/*
 * Monte Carlo with the device side of cuRAND: pi from uniform numbers, the mean and the spread of normal
 * ones. States are set up by one kernel and kept for the next, as the library's manual advises.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <curand_kernel.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

template <class State> __global__ void setup(State *states, unsigned long long seed)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	curand_init(seed, id, 0, &states[id]);
}

template <class State> __global__ void pi_hits(State *states, unsigned *hits, int rounds)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	State local = states[id];
	unsigned inside = 0;
	for (int i = 0; i < rounds; i++) {
		float x = curand_uniform(&local), y = curand_uniform(&local);
		inside += x * x + y * y <= 1.0f;
	}
	states[id] = local;
	atomicAdd(hits, inside);
}

template <class State> __global__ void normals(State *states, float *sum, float *squares, int rounds)
{
	int id = blockIdx.x * blockDim.x + threadIdx.x;
	State local = states[id];
	float s = 0, q = 0;
	for (int i = 0; i < rounds; i++) {
		float z = curand_normal(&local);
		s += z;
		q += z * z;
	}
	states[id] = local;
	sum[id] = s;
	squares[id] = q;
}

template <class State> static int trial(const char *name, int blocks, int rounds)
{
	const int threads = 64, n = blocks * threads;
	const double count = (double)n * rounds;
	State *states;
	unsigned *d_hits, hits;
	float *d_sum, *d_squares;
	float *sum = (float *)malloc(n * sizeof(float)), *squares = (float *)malloc(n * sizeof(float));
	CHECK(cudaMalloc((void **)&states, n * sizeof(State)));
	CHECK(cudaMalloc((void **)&d_hits, sizeof hits));
	CHECK(cudaMalloc((void **)&d_sum, n * sizeof(float)));
	CHECK(cudaMalloc((void **)&d_squares, n * sizeof(float)));
	CHECK(cudaMemset(d_hits, 0, sizeof hits));

	setup<<<blocks, threads>>>(states, 1234ULL);
	CHECK(cudaGetLastError());
	pi_hits<<<blocks, threads>>>(states, d_hits, rounds);
	CHECK(cudaGetLastError());
	normals<<<blocks, threads>>>(states, d_sum, d_squares, rounds);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(sum, d_sum, n * sizeof(float), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(squares, d_squares, n * sizeof(float), cudaMemcpyDeviceToHost));
	double mean = 0, variance = 0, pi = 4.0 * hits / count;
	for (int i = 0; i < n; i++) {
		mean += sum[i] / count;
		variance += squares[i] / count;
	}
	fprintf(stderr, "%s: pi %.4f, mean %.4f, variance %.4f\n", name, pi, mean, variance);
	bool ok = fabs(pi - 3.14159) < 0.03 && fabs(mean) < 0.02 && fabs(variance - 1) < 0.03;
	printf("%-8s %u hits: %s\n", name, hits, ok ? "right" : "WRONG");
	CHECK(cudaFree(states));
	CHECK(cudaFree(d_hits));
	CHECK(cudaFree(d_sum));
	CHECK(cudaFree(d_squares));
	free(sum);
	free(squares);
	return !ok;
}

int main(int argc, char **argv)
{
	int blocks = argc > 1 ? atoi(argv[1]) : 8, rounds = 100;
	int failed = trial<curandState>("XORWOW", blocks, rounds);
	failed += trial<curandStatePhilox4_32_10_t>("Philox", blocks, rounds);
	return failed;
}
