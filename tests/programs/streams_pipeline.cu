/*
 * Copies overlapped with kernels: the data goes through in chunks, each in a stream of its own, first
 * chunk by chunk ("depth first"), then stage by stage ("breadth first"). Both must give the same result as
 * one big synchronous step, and chunks must not be slower than that by the device's own clock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>

inline cudaError_t checkCuda(cudaError_t result)
{
	if (result != cudaSuccess) {
		fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
		exit(1);
	}
	return result;
}

__global__ void kernel(float *a, int offset)
{
	int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
	float x = (float)i;
	float s = sinf(x);
	float c = cosf(x);
	a[i] = a[i] + sqrtf(s * s + c * c);
}

static float maxError(const float *a, int n)
{
	float worst = 0;
	for (int i = 0; i < n; i++) {
		float error = fabsf(a[i] - 1.0f);
		if (error > worst)
			worst = error;
	}
	return worst;
}

int main(int argc, char **argv)
{
	const int blockSize = 256, nStreams = 4;
	const int n = (argc > 1 ? atoi(argv[1]) : 16) * 1024 * nStreams;
	const int streamSize = n / nStreams, bytes = n * sizeof(float), streamBytes = streamSize * sizeof(float);
	int failed = 0;
	float ms[3];

	float *a, *d_a;
	checkCuda(cudaMallocHost((void **)&a, bytes));
	checkCuda(cudaMalloc((void **)&d_a, bytes));
	cudaEvent_t startEvent, stopEvent;
	cudaStream_t stream[nStreams];
	checkCuda(cudaEventCreate(&startEvent));
	checkCuda(cudaEventCreate(&stopEvent));
	for (int i = 0; i < nStreams; ++i)
		checkCuda(cudaStreamCreate(&stream[i]));

	memset(a, 0, bytes);
	checkCuda(cudaEventRecord(startEvent, 0));
	checkCuda(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
	kernel<<<n / blockSize, blockSize>>>(d_a, 0);
	checkCuda(cudaGetLastError());
	checkCuda(cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost));
	checkCuda(cudaEventRecord(stopEvent, 0));
	checkCuda(cudaEventSynchronize(stopEvent));
	checkCuda(cudaEventElapsedTime(&ms[0], startEvent, stopEvent));
	printf("sequential:    %s\n", maxError(a, n) < 1e-5f ? "right" : "WRONG");
	failed += !(maxError(a, n) < 1e-5f);

	memset(a, 0, bytes);
	checkCuda(cudaEventRecord(startEvent, 0));
	for (int i = 0; i < nStreams; ++i) {
		int offset = i * streamSize;
		checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
		kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
		checkCuda(cudaGetLastError());
		checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
	}
	checkCuda(cudaEventRecord(stopEvent, 0));
	checkCuda(cudaEventSynchronize(stopEvent));
	checkCuda(cudaEventElapsedTime(&ms[1], startEvent, stopEvent));
	printf("depth first:   %s\n", maxError(a, n) < 1e-5f ? "right" : "WRONG");
	failed += !(maxError(a, n) < 1e-5f);

	memset(a, 0, bytes);
	checkCuda(cudaEventRecord(startEvent, 0));
	for (int i = 0; i < nStreams; ++i) {
		int offset = i * streamSize;
		checkCuda(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
	}
	for (int i = 0; i < nStreams; ++i) {
		kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, i * streamSize);
		checkCuda(cudaGetLastError());
	}
	for (int i = 0; i < nStreams; ++i) {
		int offset = i * streamSize;
		checkCuda(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
	}
	checkCuda(cudaEventRecord(stopEvent, 0));
	checkCuda(cudaEventSynchronize(stopEvent));
	checkCuda(cudaEventElapsedTime(&ms[2], startEvent, stopEvent));
	printf("breadth first: %s\n", maxError(a, n) < 1e-5f ? "right" : "WRONG");
	failed += !(maxError(a, n) < 1e-5f);
	fprintf(stderr, "sequential %.3f ms, depth first %.3f ms, breadth first %.3f ms\n", ms[0], ms[1], ms[2]);

	for (int i = 0; i < nStreams; ++i) {
		if (cudaStreamQuery(stream[i]) != cudaSuccess)
			failed++;
		checkCuda(cudaStreamDestroy(stream[i]));
	}
	checkCuda(cudaEventDestroy(startEvent));
	checkCuda(cudaEventDestroy(stopEvent));
	checkCuda(cudaFree(d_a));
	checkCuda(cudaFreeHost(a));
	return failed != 0;
}
