/*
 * Bandwidth test: pageable and pinned memory to the device and back, and within the device, timed by
 * events. The figures go to stderr; what must hold on any machine is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
			exit(EXIT_FAILURE);                                                        \
		}                                                                                  \
	} while (0)

static cudaEvent_t start, stop;

/* GB/s of the best of a few copies */
static float rate(const char *what, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
	float best = 0;
	for (int turn = 0; turn < 5; turn++) {
		float ms;
		CHECK(cudaEventRecord(start));
		CHECK(cudaMemcpyAsync(to, from, bytes, kind));
		CHECK(cudaEventRecord(stop));
		CHECK(cudaEventSynchronize(stop));
		CHECK(cudaEventElapsedTime(&ms, start, stop));
		if (ms > 0 && bytes / ms / 1e6f > best)
			best = bytes / ms / 1e6f;
	}
	fprintf(stderr, "%-26s %8.2f GB/s\n", what, best);
	return best;
}

static void holds(const char *what, bool ok, int *failed)
{
	printf("%s: %s\n", what, ok ? "yes" : "NO");
	*failed += !ok;
}

int main(int argc, char **argv)
{
	const size_t bytes = (argc > 1 ? atoi(argv[1]) : 8) * (size_t)1048576;
	unsigned char *pageable = (unsigned char *)malloc(bytes), *pinned, *d_a, *d_b;
	int failed = 0;
	CHECK(cudaMallocHost((void **)&pinned, bytes));
	CHECK(cudaMalloc(&d_a, bytes));
	CHECK(cudaMalloc(&d_b, bytes));
	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreate(&stop));
	for (size_t i = 0; i < bytes; i++)
		pageable[i] = pinned[i] = (unsigned char)(i * 131 >> 4);

	/* a pageable copy is only asynchronous in name: cudaMemcpy says what it does */
	float in_pageable = 0, ms;
	for (int turn = 0; turn < 5; turn++) {
		CHECK(cudaEventRecord(start));
		CHECK(cudaMemcpy(d_a, pageable, bytes, cudaMemcpyHostToDevice));
		CHECK(cudaEventRecord(stop));
		CHECK(cudaEventSynchronize(stop));
		CHECK(cudaEventElapsedTime(&ms, start, stop));
		if (bytes / ms / 1e6f > in_pageable)
			in_pageable = bytes / ms / 1e6f;
	}
	fprintf(stderr, "%-26s %8.2f GB/s\n", "host to device, pageable", in_pageable);
	float in_pinned = rate("host to device, pinned", d_a, pinned, bytes, cudaMemcpyHostToDevice);
	float inside = rate("device to device", d_b, d_a, bytes, cudaMemcpyDeviceToDevice);
	memset(pinned, 0, bytes);
	float out_pinned = rate("device to host, pinned", pinned, d_b, bytes, cudaMemcpyDeviceToHost);

	holds("pinned memory is faster than pageable", in_pinned > in_pageable, &failed);
	holds("device memory is faster than the bus", inside > in_pinned && inside > out_pinned, &failed);
	holds("the bytes came back as they went", memcmp(pinned, pageable, bytes) == 0, &failed);
	CHECK(cudaEventDestroy(start));
	CHECK(cudaEventDestroy(stop));
	CHECK(cudaFree(d_a));
	CHECK(cudaFree(d_b));
	CHECK(cudaFreeHost(pinned));
	free(pageable);
	return failed != 0;
}
