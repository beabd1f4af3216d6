/*
 * Monte Carlo pi with generators of one's own: a counted LCG and xorshift32, a state a thread, hits summed
 * by a block-wide reduction. The generators are integers, so the host gets exactly the same hits.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define THREADS 128
#define CUDA_SAFE_CALL(call)                                                                       \
	do {                                                                                       \
		cudaError_t err = call;                                                            \
		if (cudaSuccess != err) {                                                          \
			fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", __FILE__, __LINE__, \
			    cudaGetErrorString(err));                                              \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

struct lcg {
	unsigned state;
	__host__ __device__ explicit lcg(unsigned seed) : state(seed * 2891336453u + 1) {}
	__host__ __device__ unsigned operator()() { return (state = state * 1664525u + 1013904223u) >> 16; }
};

struct xorshift {
	unsigned state;
	__host__ __device__ explicit xorshift(unsigned seed) : state(seed * 747796405u + 2891336453u) {}
	__host__ __device__ unsigned operator()()
	{
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		return state >> 16;
	}
};

template <class Generator> __host__ __device__ unsigned hits_of(unsigned thread, int rounds)
{
	Generator next(thread);
	unsigned hits = 0;
	for (int i = 0; i < rounds; i++) {
		unsigned x = next() & 0x7fff, y = next() & 0x7fff;
		hits += x * x + y * y < 32768u * 32768u;
	}
	return hits;
}

template <class Generator> __global__ void count(unsigned long long *total, int rounds)
{
	__shared__ unsigned hits[THREADS];
	hits[threadIdx.x] = hits_of<Generator>(blockIdx.x * blockDim.x + threadIdx.x, rounds);
	__syncthreads();
	for (int half = THREADS / 2; half; half /= 2) {
		if (threadIdx.x < half)
			hits[threadIdx.x] += hits[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(total, (unsigned long long)hits[0]);
}

template <class Generator> static int trial(const char *name, int blocks, int rounds)
{
	unsigned long long hits, want = 0, *d_hits;
	CUDA_SAFE_CALL(cudaMalloc((void **)&d_hits, sizeof hits));
	CUDA_SAFE_CALL(cudaMemset(d_hits, 0, sizeof hits));
	count<Generator><<<blocks, THREADS>>>(d_hits, rounds);
	CUDA_SAFE_CALL(cudaGetLastError());
	CUDA_SAFE_CALL(cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost));
	CUDA_SAFE_CALL(cudaFree(d_hits));
	for (int t = 0; t < blocks * THREADS; t++)
		want += hits_of<Generator>(t, rounds);
	double pi = 4.0 * hits / ((double)blocks * THREADS * rounds);
	bool ok = hits == want && fabs(pi - 3.14159265) < 0.02;
	printf("%-8s %llu hits, pi is about %.2f: %s\n", name, hits, pi, ok ? "right" : "WRONG");
	return !ok;
}

int main(int argc, char **argv)
{
	int blocks = argc > 1 ? atoi(argv[1]) : 32, rounds = 200;
	int failed = trial<lcg>("LCG", blocks, rounds);
	failed += trial<xorshift>("xorshift", blocks, rounds);
	return failed;
}
