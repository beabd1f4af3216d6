/*
 * The reduction ladder: the same sum in seven steps, each mending what held back the one before -
 * divergence, bank conflicts, idle threads, the last warp, the loop itself, too little work a thread,
 * shared memory.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
template <typename T> void check(T result, char const *const func, const char *const file, int const line)
{
	if (result) {
		fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line,
		    static_cast<unsigned int>(result), cudaGetErrorName(result), func);
		exit(EXIT_FAILURE);
	}
}

__global__ void reduce1(const int *in, int *out, unsigned n) /* interleaved, divergent */
{
	extern __shared__ int sdata[];
	unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
	sdata[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		if (tid % (2 * s) == 0)
			sdata[tid] += sdata[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = sdata[0];
}

__global__ void reduce2(const int *in, int *out, unsigned n) /* interleaved, bank conflicts */
{
	extern __shared__ int sdata[];
	unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
	sdata[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		unsigned index = 2 * s * tid;
		if (index < blockDim.x)
			sdata[index] += sdata[index + s];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = sdata[0];
}

__global__ void reduce3(const int *in, int *out, unsigned n) /* sequential addressing */
{
	extern __shared__ int sdata[];
	unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
	sdata[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			sdata[tid] += sdata[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = sdata[0];
}

__global__ void reduce4(const int *in, int *out, unsigned n) /* first addition while loading */
{
	extern __shared__ int sdata[];
	unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
	int sum = i < n ? in[i] : 0;
	if (i + blockDim.x < n)
		sum += in[i + blockDim.x];
	sdata[tid] = sum;
	__syncthreads();
	for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			sdata[tid] = sum = sum + sdata[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = sum;
}

__device__ int warp_sum(int value)
{
	for (int offset = warpSize / 2; offset > 0; offset /= 2)
		value += __shfl_down_sync(0xffffffffu, value, offset);
	return value;
}

__global__ void reduce5(const int *in, int *out, unsigned n) /* the last warp by shuffles */
{
	extern __shared__ int sdata[];
	unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
	int sum = i < n ? in[i] : 0;
	if (i + blockDim.x < n)
		sum += in[i + blockDim.x];
	sdata[tid] = sum;
	__syncthreads();
	for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
		if (tid < s)
			sdata[tid] = sum = sum + sdata[tid + s];
		__syncthreads();
	}
	if (tid < 32) {
		sum = warp_sum(sum + sdata[tid + 32]);
		if (tid == 0)
			out[blockIdx.x] = sum;
	}
}

template <unsigned BLOCK> __global__ void reduce6(const int *in, int *out, unsigned n) /* unrolled, many a thread */
{
	__shared__ int sdata[BLOCK];
	unsigned tid = threadIdx.x;
	int sum = 0;
	for (unsigned i = blockIdx.x * BLOCK * 2 + tid; i < n; i += BLOCK * 2 * gridDim.x) {
		sum += in[i];
		if (i + BLOCK < n)
			sum += in[i + BLOCK];
	}
	sdata[tid] = sum;
	__syncthreads();
	if (BLOCK >= 512) { if (tid < 256) sdata[tid] = sum = sum + sdata[tid + 256]; __syncthreads(); }
	if (BLOCK >= 256) { if (tid < 128) sdata[tid] = sum = sum + sdata[tid + 128]; __syncthreads(); }
	if (BLOCK >= 128) { if (tid < 64) sdata[tid] = sum = sum + sdata[tid + 64]; __syncthreads(); }
	if (tid < 32) {
		sum = warp_sum(sum + sdata[tid + 32]);
		if (tid == 0)
			out[blockIdx.x] = sum;
	}
}

__global__ void reduce7(const int *in, int *out, unsigned n) /* vector loads, shuffles, one atomic a block */
{
	__shared__ int warps[32];
	const int4 *in4 = reinterpret_cast<const int4 *>(in);
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, stride = blockDim.x * gridDim.x;
	int sum = 0;
	for (unsigned k = i; k < n / 4; k += stride) {
		int4 v = in4[k];
		sum += v.x + v.y + v.z + v.w;
	}
	if (i < n % 4)
		sum += in[n - 1 - i];
	sum = warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x < 32) {
		sum = warp_sum(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0);
		if (threadIdx.x == 0)
			atomicAdd(out, sum);
	}
}

int main(int argc, char **argv)
{
	const unsigned n = argc > 1 ? strtoul(argv[1], NULL, 0) : 65537, threads = 256;
	const unsigned blocks = (n + threads - 1) / threads;
	int *h_in = (int *)malloc(n * sizeof(int)), *h_out = (int *)malloc(blocks * sizeof(int));
	int *d_in, *d_out, want = 0, failed = 0;
	for (unsigned i = 0; i < n; i++)
		want += h_in[i] = (int)(i * 2654435761u >> 25) - 60;
	checkCudaErrors(cudaMalloc((void **)&d_in, n * sizeof(int)));
	checkCudaErrors(cudaMalloc((void **)&d_out, blocks * sizeof(int)));
	checkCudaErrors(cudaMemcpy(d_in, h_in, n * sizeof(int), cudaMemcpyHostToDevice));
	for (int step = 1; step <= 7; step++) {
		unsigned grid = step <= 3 ? blocks : step <= 5 ? (blocks + 1) / 2 : 8;
		size_t shared = threads * sizeof(int);
		checkCudaErrors(cudaMemset(d_out, 0, blocks * sizeof(int)));
		switch (step) {
		case 1: reduce1<<<grid, threads, shared>>>(d_in, d_out, n); break;
		case 2: reduce2<<<grid, threads, shared>>>(d_in, d_out, n); break;
		case 3: reduce3<<<grid, threads, shared>>>(d_in, d_out, n); break;
		case 4: reduce4<<<grid, threads, shared>>>(d_in, d_out, n); break;
		case 5: reduce5<<<grid, threads, shared>>>(d_in, d_out, n); break;
		case 6: reduce6<256><<<grid, threads>>>(d_in, d_out, n); break;
		case 7: reduce7<<<grid, threads>>>(d_in, d_out, n); break;
		}
		checkCudaErrors(cudaGetLastError());
		checkCudaErrors(cudaMemcpy(h_out, d_out, grid * sizeof(int), cudaMemcpyDeviceToHost));
		int sum = 0;
		for (unsigned b = 0; b < grid; b++)
			sum += h_out[b];
		printf("step %d: %d %s\n", step, sum, sum == want ? "right" : "WRONG");
		failed += sum != want;
	}
	checkCudaErrors(cudaFree(d_in));
	checkCudaErrors(cudaFree(d_out));
	free(h_in);
	free(h_out);
	return failed != 0;
}
