// options: -lcuda
/*
 * The host polls pinned memory, without a call. What it polls is written behind a kernel that waits for a word of another stream: a
 * value, a memset, a kernel.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void wait_for(const volatile unsigned *flag, unsigned value)
{
	while (*flag != value)
		;
	__threadfence();
}

__global__ void announce(volatile unsigned *flag, unsigned value)
{
	__threadfence_system();
	*flag = value;
}

int main()
{
	unsigned *flag;
	volatile unsigned *done;
	cudaStream_t a, b;

	CHECK(cudaMalloc(&flag, sizeof *flag));
	CHECK(cudaMemset(flag, 0, sizeof *flag));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMallocHost((void **)&done, sizeof *done));
	CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
	*done = 0;
	for (unsigned round = 1; round <= 3; round++) {
		unsigned value = round == 2 ? 0x02020202 : round;

		wait_for<<<1, 32, 0, a>>>(flag, value);
		announce<<<1, 1, 0, a>>>(done, round);
		CHECK(cudaGetLastError());
		if (round == 1)
			CHECK(cuStreamWriteValue32((CUstream)b, (CUdeviceptr)flag, value, 0));
		else if (round == 2)
			CHECK(cuMemsetD8Async((CUdeviceptr)flag, 2, sizeof *flag, (CUstream)b));
		else
			announce<<<1, 1, 0, b>>>(flag, value);
		while (*done != round)
			;
		printf("round %u\n", round);
	}
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaStreamDestroy(a));
	CHECK(cudaStreamDestroy(b));
	CHECK(cudaFreeHost((void *)done));
	CHECK(cudaFree(flag));
	return 0;
}
