/*
 * Homework: inverts matrices by Gauss-Jordan elimination with pivots, one block for each, in dynamic shared memory whose size the
 * occupancy API is asked about. The product with the original is the identity.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t status = (call); \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

template <typename T>
__global__ void invert(const T *all, T *inverses, int n)
{
	extern __shared__ unsigned char bytes[];
	T *a = reinterpret_cast<T *>(bytes); /* n rows of 2n: the matrix, and beside it what becomes the inverse */
	__shared__ int pivot;
	const T *m = all + (size_t)blockIdx.x * n * n;
	T *inverse = inverses + (size_t)blockIdx.x * n * n;
	int w = 2 * n;
	for (int i = threadIdx.x; i < n * n; i += blockDim.x) {
		a[i / n * w + i % n] = m[i];
		a[i / n * w + n + i % n] = i / n == i % n;
	}
	__syncthreads();
	for (int c = 0; c < n; c++) {
		if (threadIdx.x == 0) {
			pivot = c;
			for (int r = c + 1; r < n; r++)
				if (fabs(a[r * w + c]) > fabs(a[pivot * w + c]))
					pivot = r;
		}
		__syncthreads();
		for (int k = threadIdx.x; k < w && pivot != c; k += blockDim.x) {
			T t = a[c * w + k];
			a[c * w + k] = a[pivot * w + k];
			a[pivot * w + k] = t;
		}
		__syncthreads();
		T scale = 1 / a[c * w + c];
		__syncthreads();
		for (int k = threadIdx.x; k < w; k += blockDim.x)
			a[c * w + k] *= scale;
		__syncthreads();
		/* A thread has whole rows, so that nobody changes a row's factor under another. */
		for (int r = threadIdx.x; r < n; r += blockDim.x) {
			T factor = a[r * w + c];
			for (int k = 0; k < w && r != c; k++)
				a[r * w + k] -= factor * a[c * w + k];
		}
		__syncthreads();
	}
	for (int i = threadIdx.x; i < n * n; i += blockDim.x)
		inverse[i] = a[i / n * w + n + i % n];
}

template <typename T>
static bool try_it(int count, int n, T tolerance, const char *name)
{
	size_t bytes = (size_t)count * n * n * sizeof(T), shared = (size_t)n * 2 * n * sizeof(T);
	std::vector<T> m(count * n * n), inverse(m.size());
	unsigned random = 1;
	for (T &x : m)
		x = (T)((random = random * 1664525 + 1013904223) >> 16) / 32768 - 1;
	T *a, *b;
	int blocks;
	CHECK(cudaMalloc(&a, bytes));
	CHECK(cudaMalloc(&b, bytes));
	CHECK(cudaMemcpy(a, m.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaFuncSetAttribute(invert<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, invert<T>, 64, shared));
	invert<T><<<count, 64, shared>>>(a, b, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(inverse.data(), b, bytes, cudaMemcpyDeviceToHost));
	double worst = 0;
	for (int c = 0; c < count; c++)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				double sum = 0;
				for (int k = 0; k < n; k++)
					sum += (double)m[(c * n + i) * n + k] * inverse[(c * n + k) * n + j];
				worst = fmax(worst, fabs(sum - (i == j)));
			}
	printf("%s %dx%d: %s, %s\n", name, n, n, worst < tolerance ? "inverted" : "WRONG", blocks > 0 ? "fits" : "does not fit");
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	return worst < tolerance;
}

int main()
{
	bool good = try_it<float>(6, 16, 0.05f, "float") & try_it<double>(3, 33, 1e-8, "double") & try_it<double>(1, 60, 1e-7, "large double");
	return !good;
}
