/*
 * racy.cu - programs with a mistake that most threads make, and their right siblings: for whole.sh. A finding should cost once.
 *
 * usage: racy KIND right|wrong ELEMENTS
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define ELEMENT (blockIdx.x * blockDim.x + threadIdx.x)
#define EACH(i, n) for (int i = ELEMENT; i < (n); i += gridDim.x * blockDim.x)

/* Neighbours in shared memory: reads and writes of a round without a barrier between them. */
template <bool Right> __global__ void smooth(float *a, float *, int n)
{
	__shared__ float tile[256];
	int t = threadIdx.x, i = ELEMENT;

	tile[t] = i < n ? a[i] : 0;
	for (int round = 0; round < 64; round++) {
		__syncthreads();
		float sum = tile[(t + 1) % 256] + tile[(t + 255) % 256];
		if (Right)
			__syncthreads();
		tile[t] = sum * 0.5f;
	}
	if (i < n)
		a[i] = tile[t];
}

template <bool Right> __global__ void histogram(float *a, float *b, int n)
{
	unsigned *bins = (unsigned *)b;

	EACH(i, n) {
		unsigned bin = ((unsigned *)a)[i] % 1024;

		if (Right)
			atomicAdd(&bins[bin], 1);
		else
			bins[bin]++;
	}
}

template <bool Right> __global__ void reduce(float *a, float *out, int n)
{
	__shared__ float part[256];
	int t = threadIdx.x;
	float sum = 0;

	EACH(i, n)
		sum += a[i];
	part[t] = sum;
	__syncthreads();
	for (int o = 128; o; o /= 2) {
		if (t < o)
			part[t] += part[t + o];
		if (Right)
			__syncthreads();
	}
	if (t == 0)
		atomicAdd(out, part[0]);
}

template <bool Right> __global__ void shift(float *a, float *b, int n)
{
	for (int round = 0; round < 8; round++)
		EACH(i, n - 1)
			(Right ? b : a)[i] = a[i + 1] + 1;
}

template <bool Right> __global__ void overrun(float *a, float *b, int n)
{
	EACH(i, Right ? n : 2 * n)
		b[i] = a[i] + 1;
}

template <bool Right> __global__ void unwritten(float *a, float *b, int n)
{
	__shared__ float tile[256];
	int t = threadIdx.x;

	for (int i = ELEMENT; i < n / 256 * 256; i += gridDim.x * blockDim.x) {
		if (Right || t < 100)
			tile[t] = a[i];
		__syncthreads();
		b[i] = tile[255 - t];
		__syncthreads();
	}
}

/* Pairs are sorted; the wrong one lets neighbouring pairs overlap, without an order between rounds. */
template <bool Right> __global__ void pairs(float *a, float *, int n)
{
	for (int round = 0; round < 64; round++) {
		int i = 2 * ELEMENT + (Right ? 0 : round % 2);

		if (i + 1 < n && a[i] > a[i + 1]) {
			float kept = a[i];

			a[i] = a[i + 1];
			a[i + 1] = kept;
		}
	}
}

template <bool Right> static void go(const char *kind, float *a, float *b, int n)
{
	int all = (n + 255) / 256;

	if (!strcmp(kind, "smooth"))
		smooth<Right><<<all, 256>>>(a, b, n);
	else if (!strcmp(kind, "histogram"))
		histogram<Right><<<128, 256>>>(a, b, n);
	else if (!strcmp(kind, "reduce"))
		reduce<Right><<<128, 256>>>(a, b, n);
	else if (!strcmp(kind, "shift"))
		shift<Right><<<all, 256>>>(a, b, n);
	else if (!strcmp(kind, "overrun"))
		overrun<Right><<<all, 256>>>(a, b, n);
	else if (!strcmp(kind, "unwritten"))
		unwritten<Right><<<128, 256>>>(a, b, n);
	else if (!strcmp(kind, "pairs"))
		pairs<Right><<<all, 256>>>(a, b, n);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
}

int main(int argc, char **argv)
{
	const char *kind = argc > 3 ? argv[1] : "";
	int n = argc > 3 ? atoi(argv[3]) : 1024;
	unsigned *host = (unsigned *)malloc(4 * (size_t)n), x = 1;
	float *a, *b;

	for (int i = 0; i < n; i++)
		host[i] = (x = x * 1664525 + 1013904223) >> 8;
	cudaMalloc(&a, 4 * (size_t)n);
	cudaMalloc(&b, 4 * (size_t)n);
	cudaMemcpy(a, host, 4 * (size_t)n, cudaMemcpyHostToDevice);
	cudaMemset(b, 0, 4 * (size_t)n);
	if (argc > 3 && !strcmp(argv[2], "right"))
		go<true>(kind, a, b, n);
	else
		go<false>(kind, a, b, n);
	cudaFree(a);
	cudaFree(b);
	free(host);
}
