#!/bin/bash
# run_advice.sh - whole programs with mistakes whose symptom names no cause: the next step that `warpbook run` suggests.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN
compiler=$(compilers | tail -n 1)
cd "$scratch" || exit

# What is said, in one line, of the program on standard input.
said() { cat >"$1.cu"; "$w" run --compiler "$compiler" --plain "$1.cu" 2>&1 | tr -s ' |\n' ' '; }

text=$(said races <<'END'
#include <cstdio>
#include <cooperative_groups.h>
__device__ void order(int &a, int &b)
{
	if (a > b) {
		int t = a;
		a = b;
		b = t;
	}
}
__global__ void sort(int *d)
{
	__shared__ int s[256];
	s[threadIdx.x] = d[threadIdx.x];
	__syncthreads();
	for (int round = 0; round < 128; round++)
		if (2 * threadIdx.x + round % 2 + 1 < 128)
			order(s[2 * threadIdx.x + round % 2], s[2 * threadIdx.x + round % 2 + 1]);
	__syncthreads();
	d[threadIdx.x] = s[threadIdx.x];
}
__global__ void claim(int *owner, const int *wanted)
{
	if (owner[wanted[threadIdx.x]] == 0)
		owner[wanted[threadIdx.x]] = threadIdx.x + 1;
}
__global__ void smooth(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1)
		out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}
__global__ void rounds(float *a, float *b, int n)
{
	for (int r = 0; r < 2; r++) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
			b[i] = a[(i + 64) % n] + 1;
		float *t = a;
		a = b;
		b = t;
	}
}
__global__ void tickets(int *next, int *count, int *mine)
{
	if (threadIdx.x == 0) {
		mine[blockIdx.x] = (*next)++;
		__threadfence();
		atomicAdd(count, 1);
	}
}
int main()
{
	int h[1024], *d, *e;
	float *a, *b;
	for (int i = 0; i < 1024; i++)
		h[i] = i * 37 % 5;
	cudaMalloc(&d, sizeof h);
	cudaMalloc(&e, sizeof h);
	cudaMalloc(&a, sizeof h);
	cudaMalloc(&b, sizeof h);
	cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMemset(e, 0, sizeof h);
	cudaMemset(a, 0, sizeof h);
	cudaMemset(b, 0, sizeof h);
	sort<<<1, 256>>>(d);
	claim<<<1, 256>>>(e, d);
	smooth<<<16, 64>>>(a, a, 1024);
	int n = 1024;
	void *args[] = { &a, &b, &n };
	cudaLaunchCooperativeKernel((void *)rounds, dim3(4), dim3(64), args, 0, 0);
	tickets<<<4, 32>>>(d, d + 1, e);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
	cudaFree(d);
	cudaFree(e);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
END
)
like "a barrier is missing in each round of a loop" "$text" \
	'end each round of the loop with __sync(warp|threads)\(\), outside of any `if`'
like "a test and a write that must be one" "$text" \
	'between the test on line 24 and the write on line 25: let one atomic operation do both'
like "an array is read and written" "$text" \
	'parameters 1 and 2 of the kernel are the same array: let it read one array and write to another'
like "a cooperative kernel has its own barrier" "$text" 'put grid\.sync\(\) between the two'
like "an update beside a flag is one" "$text" 'several blocks update this element'

text=$(said unwritten <<'END'
#include <cstdio>
#include <utility>
struct Pair { float x, y; int n[2]; };
__global__ void count(unsigned *bins) { atomicAdd(&bins[threadIdx.x], 1u); }
__global__ void add(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x] + 1; }
__global__ void set(float *x) { x[threadIdx.x] = threadIdx.x; }
__global__ void pairs(Pair *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i].x = p[i].y; }
__global__ void warps(float *out, int n)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	if (row < n && threadIdx.x % 32 == 0)
		out[row] = row;
}
__global__ void exchanged(float *out, int w, int h)
{
	int x = blockIdx.y * blockDim.x + threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = x;
}
int main()
{
	unsigned *bins;
	float *a, *b, *rows, *image, h[64], all[45 * 70];
	Pair *p, ph[100] = {};
	cudaStream_t s, t;
	cudaStreamCreate(&s);
	cudaStreamCreate(&t);
	cudaMalloc(&bins, 64 * sizeof(unsigned));
	cudaMalloc(&a, 64 * sizeof(float));
	cudaMalloc(&b, 64 * sizeof(float));
	cudaMalloc(&p, 100 * sizeof(Pair));
	cudaMalloc(&rows, 75 * sizeof(float));
	cudaMalloc(&image, 45 * 70 * sizeof(float));
	cudaMemset(bins, 0, 64);
	count<<<1, 64>>>(bins);
	set<<<1, 64, 0, s>>>(a);
	add<<<1, 64, 0, t>>>(b, a);
	cudaStreamSynchronize(t);
	cudaMemcpy(p, ph, 100, cudaMemcpyHostToDevice);
	pairs<<<1, 128>>>(p, 100);
	warps<<<(75 + 127) / 128, 128>>>(rows, 75);
	exchanged<<<dim3(5, 3), dim3(16, 16)>>>(image, 70, 45);
	cudaMemcpy(h, bins, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(ph, p, sizeof ph, cudaMemcpyDeviceToHost);
	cudaMemcpy(all, rows, 75 * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(all, image, sizeof all, cudaMemcpyDeviceToHost);
	printf("%g %g\n", h[0], all[0]);
	cudaFree(bins);
	cudaFree(a);
	cudaFree(b);
	cudaFree(p);
	cudaFree(rows);
	cudaFree(image);
	return 0;
}
END
)
like "a memset in elements, before an update" "$text" \
	'cudaMemset on line 34 wrote only its first 64 of 256 bytes: its size counts bytes, not elements'
like "what should wait for a stream" "$text" \
	'kernel set on line 36 gets it too and has not run: nothing makes this one wait for it'
like "a struct is an element, whose size its fields show" "$text" \
	'reads byte 4 of p\[6\].*cudaMemcpy on line 39 wrote only its first 100 of 1600 bytes: its size counts bytes'
like "a grid for warps that is too small" "$text" \
	'write one element for each group of threads, and have no group for the rest'
like "x and y exchanged" "$text" 'wrote 48 of 70 elements of each of 45 rows: are x and y exchanged'

text=$(said shared <<'END'
__global__ void copy(float *x)
{
	extern __shared__ float s[];
	s[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	x[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void one(int *n) { n[threadIdx.x] = 1; }
int main(int argc, char **argv)
{
	float *x, h[64] = {};
	int *n;
	cudaMalloc(&x, sizeof h);
	cudaMalloc(&n, sizeof(int));
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	one<<<2, 64>>>(n);
	cudaDeviceSynchronize();
	cudaDeviceReset();
	cudaMalloc(&x, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	copy<<<1, 64, 64>>>(x);
	cudaDeviceSynchronize();
	cudaDeviceReset();
	cudaMalloc(&x, sizeof h);
	cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
	copy<<<1, 64>>>(x);
	cudaDeviceSynchronize();
	cudaDeviceReset();
	return 0;
}
END
)
like "room for one element" "$text" 'it has room for one element: does its allocation count all that the threads use'
like "dynamic shared memory in elements" "$text" \
	'the launch asks for 64 bytes, as many as a block has threads: it counts bytes'
like "dynamic shared memory that was not asked for" "$text" 'the launch asks for no dynamic shared memory'
tap_done
