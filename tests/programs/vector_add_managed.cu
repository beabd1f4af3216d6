/*
 * Vector addition in managed memory, with a grid-stride loop: one pointer for both sides, no copies, and
 * a synchronisation before the host reads. Advice and prefetches change the speed and never the result.
 */
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <cuda_runtime.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
	if (code != cudaSuccess) {
		std::cerr << "GPUassert: " << cudaGetErrorString(code) << " " << file << " " << line << std::endl;
		if (abort)
			exit(code);
	}
}

__global__ void init(int n, float *x, float *y)
{
	int index = threadIdx.x + blockIdx.x * blockDim.x;
	int stride = blockDim.x * gridDim.x;
	for (int i = index; i < n; i += stride) {
		x[i] = 1.0f;
		y[i] = 2.0f;
	}
}

__global__ void add(int n, const float *x, float *y)
{
	int index = threadIdx.x + blockIdx.x * blockDim.x;
	int stride = blockDim.x * gridDim.x;
	for (int i = index; i < n; i += stride)
		y[i] = x[i] + y[i];
}

static cudaError_t prefetch(const void *data, size_t bytes, int device)
{
#if CUDART_VERSION >= 13000
	cudaMemLocation where = {};
	where.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
	where.id = device == cudaCpuDeviceId ? 0 : device;
	return cudaMemPrefetchAsync(data, bytes, where, 0);
#else
	return cudaMemPrefetchAsync(data, bytes, device);
#endif
}

int main(int argc, char **argv)
{
	int N = argc > 1 ? atoi(argv[1]) : 1 << 16;
	float *x, *y;
	int device = -1;
	gpuErrchk(cudaGetDevice(&device));
	gpuErrchk(cudaMallocManaged(&x, N * sizeof(float)));
	gpuErrchk(cudaMallocManaged(&y, N * sizeof(float)));
	gpuErrchk(prefetch(x, N * sizeof(float), device));
	gpuErrchk(prefetch(y, N * sizeof(float), device));

	int numSMs = 0;
	gpuErrchk(cudaDeviceGetAttribute(&numSMs, cudaDevAttrMultiProcessorCount, device));
	int blockSize = 256, numBlocks = N < 32 * numSMs * blockSize ? 8 : 32 * numSMs;
	init<<<numBlocks, blockSize>>>(N, x, y);
	gpuErrchk(cudaPeekAtLastError());
	add<<<numBlocks, blockSize>>>(N, x, y);
	gpuErrchk(cudaPeekAtLastError());
	gpuErrchk(prefetch(y, N * sizeof(float), cudaCpuDeviceId));
	gpuErrchk(cudaDeviceSynchronize());

	float maxError = 0.0f;
	for (int i = 0; i < N; i++)
		maxError = std::fmax(maxError, std::fabs(y[i] - 3.0f));
	std::cout << "Max error: " << maxError << std::endl;

	/* the host's turn: it writes, the device reads what it wrote */
	for (int i = 0; i < N; i++)
		x[i] = i % 100;
	add<<<numBlocks, blockSize>>>(N, x, y);
	gpuErrchk(cudaPeekAtLastError());
	gpuErrchk(cudaDeviceSynchronize());
	int wrong = 0;
	for (int i = 0; i < N; i++)
		wrong += y[i] != 3.0f + i % 100;
	std::cout << "Wrong after the host's turn: " << wrong << std::endl;

	cudaPointerAttributes about;
	gpuErrchk(cudaPointerGetAttributes(&about, x));
	std::cout << "Managed: " << (about.type == cudaMemoryTypeManaged ? "yes" : "no") << std::endl;
	gpuErrchk(cudaFree(x));
	gpuErrchk(cudaFree(y));
	return maxError == 0.0f && wrong == 0 ? 0 : 1;
}
