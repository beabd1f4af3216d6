/*
 * Lambdas as kernels: a parallel for that takes any body, lambdas that capture numbers and pointers, and
 * ones that run on either side.
 */
// options: --extended-lambda -std=c++17
// needs: nvcc (--extended-lambda is nvcc's; clang takes such lambdas with rules of its own)
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

template <class Body> __global__ void for_kernel(int n, Body body)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		body(i);
}

template <class Body> void parallel_for(int n, Body body)
{
	for_kernel<<<8, 128>>>(n, body);
	CHECK(cudaGetLastError());
}

template <class Body> __global__ void reduce_kernel(int n, long long *out, Body body)
{
	long long sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += body(i);
	atomicAdd((unsigned long long *)out, (unsigned long long)sum);
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 3000;
	int *data;
	long long *sum, got, want = 0;
	CHECK(cudaMalloc(&data, n * sizeof(int)));
	CHECK(cudaMalloc(&sum, sizeof(long long)));
	CHECK(cudaMemset(sum, 0, sizeof(long long)));

	const int offset = 17;
	auto value = [offset] __host__ __device__(int i) { return i * 3 % 101 + offset; };
	parallel_for(n, [=] __device__(int i) { data[i] = value(i); });
	parallel_for(n / 2, [data, n] __device__(int i) {
		int other = n - 1 - i, t = data[i];
		data[i] = data[other];
		data[other] = t;
	});
	reduce_kernel<<<4, 64>>>(n, sum, [data] __device__(int i) -> long long { return (long long)data[i] * (i % 5); });
	CHECK(cudaGetLastError());

	std::vector<int> host(n);
	CHECK(cudaMemcpy(host.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		wrong += host[i] != value(n - 1 - i);
		want += (long long)value(n - 1 - i) * (i % 5);
	}
	printf("%d wrong, sum %lld %s\n", wrong, got, got == want ? "right" : "WRONG");
	CHECK(cudaFree(data));
	CHECK(cudaFree(sum));
	return wrong || got != want;
}
