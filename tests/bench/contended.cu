/*
 * contended.cu - threads that meet at one word: for whole.sh.
 *
 * usage: contended KIND BLOCKS THREADS WORDS ROUNDS. The kinds whose name begins with `cas_` add by a loop around a compare-and-swap, which
 * begins with an atomic read (`cas_plain`: with a plain one, a race); `WORDS` words share the additions.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned lock_word, ticket, serving, arrived, open_gate;

template <typename T> __device__ T look(T *at) { return atomicCAS(at, (T)0, (T)0); }

/* Adds to one half of a word. */
template <typename Half> __device__ void add_half(unsigned *word, bool upper, float x)
{
	unsigned old = look(word), seen;

	do {
		unsigned short part = upper ? old >> 16 : old & 0xffff, next;
		Half v;

		seen = old;
		memcpy(&v, &part, sizeof v);
		v = (Half)((float)v + x);
		memcpy(&next, &v, sizeof next);
		old = atomicCAS(word, seen, upper ? (seen & 0xffff) | (unsigned)next << 16 : (seen & 0xffff0000u) | next);
	} while (old != seen);
}

template <bool Plain> __device__ void add_double(double *at, double x)
{
	unsigned long long *word = (unsigned long long *)at, old = Plain ? *word : look(word), seen;

	do {
		seen = old;
		old = atomicCAS(word, seen, (unsigned long long)__double_as_longlong(x + __longlong_as_double(seen)));
	} while (old != seen);
}

#define EACH_ROUND for (int i = (blockIdx.x * blockDim.x + threadIdx.x) % words, r = 0; r < rounds; r++)
__global__ void cas_bf16(void *out, int words, int rounds) { EACH_ROUND add_half<__nv_bfloat16>((unsigned *)out + i / 2, i & 1, 1); }
__global__ void cas_half(void *out, int words, int rounds) { EACH_ROUND add_half<__half>((unsigned *)out + i / 2, i & 1, 1); }
__global__ void cas_double(void *out, int words, int rounds) { EACH_ROUND add_double<false>((double *)out + i, 1); }
__global__ void cas_plain(void *out, int words, int rounds) { EACH_ROUND add_double<true>((double *)out + i, 1); }
__global__ void atomic_float(void *out, int words, int rounds) { EACH_ROUND atomicAdd((float *)out + i, 1.0f); }

__global__ void spin_lock(void *out, int, int rounds)
{
	for (int r = 0; r < rounds; r++)
		for (bool done = false; !done;)
			if (atomicCAS(&lock_word, 0, 1) == 0) {
				__threadfence();
				*(volatile int *)out += 1;
				__threadfence();
				atomicExch(&lock_word, 0);
				done = true;
			}
}

__global__ void ticket_lock(void *out, int, int rounds)
{
	for (int r = 0; threadIdx.x % 32 == 0 && r < rounds; r++) {
		unsigned mine = atomicAdd(&ticket, 1);

		while (atomicAdd(&serving, 0) != mine)
			;
		__threadfence();
		*(volatile int *)out += 1;
		__threadfence();
		atomicAdd(&serving, 1);
	}
}

__global__ void last_block(void *out, int, int rounds)
{
	volatile float *sums = (float *)out;
	__shared__ bool last;
	float sum = 0;

	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0) {
			sums[blockIdx.x] = blockIdx.x;
			__threadfence();
			last = atomicAdd(&arrived, 1) % gridDim.x == gridDim.x - 1;
			__threadfence();
		}
		__syncthreads();
		for (unsigned i = threadIdx.x; last && i < gridDim.x; i += blockDim.x)
			sum += sums[i];
		__syncthreads();
	}
	if (sum < 0)
		sums[gridDim.x] = sum;
}

/* Block i waits for block i + 1: none ends before the last one. */
__global__ void chain(void *out, int, int)
{
	unsigned *flags = (unsigned *)out;

	if (threadIdx.x)
		return;
	while (blockIdx.x + 1 < gridDim.x && atomicAdd(&flags[blockIdx.x + 1], 0) == 0)
		;
	__threadfence();
	atomicExch(&flags[blockIdx.x], 1);
}

__global__ void grid_barrier(void *out, int, int rounds)
{
	for (int r = 0; r < rounds; r++) {
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(&open_gate, 1);
			while (atomicAdd(&open_gate, 0) < (r + 1) * gridDim.x)
				;
			__threadfence();
		}
		__syncthreads();
	}
}

#define KIND(name) { #name, name }
static const struct { const char *name; void (*kernel)(void *, int, int); } kinds[] = {
	KIND(cas_bf16), KIND(cas_half), KIND(cas_double), KIND(cas_plain), KIND(atomic_float), KIND(spin_lock), KIND(ticket_lock),
	KIND(last_block), KIND(chain), KIND(grid_barrier),
};

int main(int argc, char **argv)
{
	int blocks = argc > 5 ? atoi(argv[2]) : 1, threads = argc > 5 ? atoi(argv[3]) : 1, words = argc > 5 ? atoi(argv[4]) : 1;
	int rounds = argc > 5 ? atoi(argv[5]) : 1;
	size_t bytes = 8 * (size_t)(words > blocks ? words : blocks) + 64;
	void *out;
	cudaError_t error;

	cudaMalloc(&out, bytes);
	cudaMemset(out, 0, bytes);
	for (const auto &k : kinds)
		if (argc > 5 && !strcmp(k.name, argv[1]))
			k.kernel<<<blocks, threads>>>(out, words, rounds);
	error = cudaDeviceSynchronize();
	puts(cudaGetErrorString(error));
	cudaFree(out);
	return error != cudaSuccess;
}
