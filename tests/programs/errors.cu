/*
 * Errors on purpose: every kind that a call or a launch can be rejected with, the code that comes of it, what
 * cudaGetLastError and cudaPeekAtLastError keep, and at the end one that stays.
 */
// findings: the errors are what it is about
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* What a launch of a wrong shape is rejected with. */
#if CUDART_VERSION >= 13000
#define REJECTED cudaErrorInvalidValue
#else
#define REJECTED cudaErrorInvalidConfiguration
#endif

static int failed;

/* One line: what was done, the code that came of it; whether it is the right one. */
static void got(const char *what, cudaError_t code, cudaError_t want)
{
	printf("%-44s %s%s\n", what, cudaGetErrorName(code), code == want ? "" : "  <- NOT THAT");
	failed += code != want;
	(void)cudaGetLastError();
}

__global__ void nothing() {}
__global__ void __launch_bounds__(64) small_blocks(int *out) { out[threadIdx.x] = 1; }
__global__ void write_to(int *out) { *out = 1; }

int main()
{
	int *d, h[4] = { 1, 2, 3, 4 };
	size_t free_bytes, total_bytes;
	if (cudaMalloc(&d, sizeof h) != cudaSuccess)
		return 1;
	if (cudaMemGetInfo(&free_bytes, &total_bytes) != cudaSuccess)
		return 1;

	printf("-- calls\n");
	void *huge;
	got("more memory than there is", cudaMalloc(&huge, total_bytes * 2), cudaErrorMemoryAllocation);
	got("a null place for the pointer", cudaMalloc((void **)NULL, 16), cudaErrorInvalidValue);
	got("a device that is not there", cudaSetDevice(99), cudaErrorInvalidDevice);
	got("properties of a device that is not there", cudaDeviceGetAttribute(h, cudaDevAttrWarpSize, 99),
	    cudaErrorInvalidDevice);
	got("a copy to nowhere", cudaMemcpy(NULL, h, sizeof h, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	got("a copy of no known direction", cudaMemcpy(d, h, sizeof h, (cudaMemcpyKind)77),
	    cudaErrorInvalidMemcpyDirection);
	got("a copy past the end", cudaMemcpy(d, h, (size_t)1 << 40, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
	got("a free of a host pointer", cudaFree(h), cudaErrorInvalidValue);
	got("a free of nothing", cudaFree(NULL), cudaSuccess);
	got("a wrong attribute", cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30),
	    cudaErrorInvalidValue);
	cudaEvent_t untimed, other;
	if (cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) || cudaEventCreateWithFlags(&other, cudaEventDisableTiming))
		return 1;
	float ms;
	got("the time of events without", cudaEventElapsedTime(&ms, untimed, other), cudaErrorInvalidResourceHandle);
	cudaStream_t stream;
	if (cudaStreamCreate(&stream))
		return 1;
	got("begin to capture", cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
	got("wait for a stream that is captured", cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
	cudaGraph_t graph = NULL;
	got("so the capture is spoiled", cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
	got("no capture to end", cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
	got("capture again", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
	nothing<<<1, 1>>>();
	got("a launch into the default stream meanwhile", cudaGetLastError(), cudaErrorStreamCaptureImplicit);
	got("which spoils the capture, too", cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);

	printf("-- launches\n");
	nothing<<<1, 2048>>>();
	got("2048 threads a block", cudaGetLastError(), REJECTED);
	nothing<<<0, 32>>>();
	got("no blocks", cudaGetLastError(), REJECTED);
	nothing<<<1, 0>>>();
	got("no threads", cudaGetLastError(), REJECTED);
	nothing<<<dim3(1, 65536), 32>>>();
	got("65536 blocks in y", cudaGetLastError(), REJECTED);
	nothing<<<1, dim3(1, 1, 65)>>>();
	got("65 threads in z", cudaGetLastError(), REJECTED);
	nothing<<<1, 32, 1 << 20>>>();
	got("1 MiB of shared memory", cudaGetLastError(), cudaErrorInvalidValue);
	small_blocks<<<1, 128>>>(d);
	got("more threads than the launch bounds", cudaGetLastError(), cudaErrorInvalidValue);

	printf("-- what is kept\n");
	nothing<<<0, 32>>>();
	cudaError_t first = cudaPeekAtLastError(), second = cudaPeekAtLastError();
	printf("peek, peek, get, get: %s, %s, ", cudaGetErrorName(first), cudaGetErrorName(second));
	first = cudaGetLastError();
	second = cudaGetLastError();
	printf("%s, %s\n", cudaGetErrorName(first), cudaGetErrorName(second));
	failed += first != REJECTED || second != cudaSuccess;
	got("a good call still works", cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice), cudaSuccess);
	printf("%s | %s\n", cudaGetErrorString(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorMemoryAllocation));
	printf("%s | %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)12345));

	printf("-- the one that stays\n");
	write_to<<<1, 1>>>((int *)64);
	got("the launch itself", cudaGetLastError(), cudaSuccess);
	got("the wait for it", cudaDeviceSynchronize(), cudaErrorIllegalAddress);
	got("any call after it", cudaMalloc(&huge, 16), cudaErrorIllegalAddress);
	got("and another", cudaDeviceSynchronize(), cudaErrorIllegalAddress);
	return failed != 0;
}
