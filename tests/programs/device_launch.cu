// needs: nvcc (clang has no launches in kernels)
// options: -rdc=true -lcudadevrt
/*
 * Kernels that launch kernels (dynamic parallelism): a quicksort whose every grid launches two, streams of all kinds, a tail launch
 * that sees what its siblings did, copies and fills on the device, and the device runtime's answers.
 */
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__device__ void insertion_sort(int *x, int n)
{
	for (int i = 1; i < n; i++) {
		int v = x[i], j = i;
		for (; j > 0 && x[j - 1] > v; j--)
			x[j] = x[j - 1];
		x[j] = v;
	}
}

__global__ void quicksort(int *x, int n, int depth)
{
	if (n <= 16 || depth == 12) {
		insertion_sort(x, n);
		return;
	}
	int pivot = x[n / 2], i = 0, j = n - 1;
	while (i <= j) {
		while (x[i] < pivot)
			i++;
		while (x[j] > pivot)
			j--;
		if (i <= j) {
			int t = x[i];
			x[i++] = x[j];
			x[j--] = t;
		}
	}
	cudaStream_t left, right;
	cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
	if (j > 0)
		quicksort<<<1, 1, 0, left>>>(x, j + 1, depth + 1);
	if (i < n - 1)
		quicksort<<<1, 1, 0, right>>>(x + i, n - i, depth + 1);
	cudaStreamDestroy(left);
	cudaStreamDestroy(right);
}

struct shape { float scale; char pad; double offset; };

__global__ void fill(float *out, int n, shape s, char shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (float)(i * s.scale + s.offset + shift);
}

__global__ void sum(const float *in, int n, double *total)
{
	__shared__ double part[64];
	double mine = 0;
	for (int i = threadIdx.x; i < n; i += 64)
		mine += in[i];
	part[threadIdx.x] = mine;
	__syncthreads();
	for (int half = 32; half; half /= 2) {
		if (threadIdx.x < half)
			part[threadIdx.x] += part[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*total = part[0];
}

__global__ void parts(float *out, int n, double *total)
{
	int b = blockIdx.x, per = n / gridDim.x;
	if (threadIdx.x == 0) {
		shape s = { 2.0f, 'x', 0.5 * b };
		fill<<<(per + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(out + b * per, per, s, (char)b);
		if (b == 0)
			sum<<<1, 64, 0, cudaStreamTailLaunch>>>(out, n, total);
	}
}

__global__ void count_up(int *x, int left)
{
	if (threadIdx.x == 0)
		x[left]++;
	__syncthreads();
	if (threadIdx.x == 0 && left)
		count_up<<<1, 32>>>(x, left - 1);
}

__global__ void moves(int *a, const int *b)
{
	if (threadIdx.x == 0) {
		cudaMemsetAsync(a, 0, 16 * sizeof(int), 0); /* CUDA 13.0 on an H100 sets 0 whatever the value is */
		cudaMemcpyAsync(a + 16, b, 16 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
	}
}

__global__ void answers()
{
	int warp = 0;
	cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
	printf("a warp has %d lanes\n", warp);
	printf("%s, %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorMemoryAllocation));
	printf("no launch failed: %d\n", cudaPeekAtLastError() == cudaSuccess && cudaGetLastError() == cudaSuccess);
}

int main()
{
	const int n = 2000;
	std::vector<int> values(n);
	for (int i = 0; i < n; i++)
		values[i] = (int)((i * 7919LL + 13) % 10007);
	int *x;
	CHECK(cudaMalloc(&x, n * sizeof(int)));
	CHECK(cudaMemcpy(x, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	quicksort<<<1, 1>>>(x, n, 0);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	std::vector<int> sorted(n);
	CHECK(cudaMemcpy(sorted.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost));
	std::sort(values.begin(), values.end());
	printf("quicksort: %s\n", sorted == values ? "sorted" : "WRONG");

	float *f;
	double *total, host_total;
	CHECK(cudaMalloc(&f, 400 * sizeof(float)));
	CHECK(cudaMalloc(&total, sizeof(double)));
	parts<<<4, 32>>>(f, 400, total);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&host_total, total, sizeof(double), cudaMemcpyDeviceToHost));
	printf("the tail sees its siblings: %.1f\n", host_total);

	CHECK(cudaMemset(x, 0, 21 * sizeof(int)));
	count_up<<<1, 32>>>(x, 20);
	CHECK(cudaDeviceSynchronize());
	std::vector<int> counted(21);
	CHECK(cudaMemcpy(counted.data(), x, 21 * sizeof(int), cudaMemcpyDeviceToHost));
	printf("twenty levels: %s\n", counted == std::vector<int>(21, 1) ? "right" : "WRONG");

	int *a;
	CHECK(cudaMalloc(&a, 32 * sizeof(int)));
	CHECK(cudaMemset(a, 0x55, 32 * sizeof(int)));
	moves<<<1, 32>>>(a, x);
	CHECK(cudaDeviceSynchronize());
	std::vector<int> moved(32);
	CHECK(cudaMemcpy(moved.data(), a, 32 * sizeof(int), cudaMemcpyDeviceToHost));
	printf("moves: %x %x %d %d\n", moved[0], moved[15], moved[16], moved[31]);

	answers<<<1, 1>>>();
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(x));
	CHECK(cudaFree(f));
	CHECK(cudaFree(total));
	CHECK(cudaFree(a));
}
