// options: -lcuda
/*
 * Streams that wait for values in memory (cuStreamWaitValue32 and 64). A consumer is submitted before its producer; the host hands
 * buffers to a stream and takes results from it without a call; two streams hand one buffer to and fro; a kernel meets a condition.
 * Each kernel has run once before a stream waits: a GPU loads a kernel's code at its first launch, which waits for the streams.
 */
#include <cstdio>
#include <cstdlib>
#include <thread>
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

__global__ void count_from(int *x, int n, int first)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = first + i;
}

__global__ void twice(int *y, const int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = 2 * x[i];
}

__global__ void announce(unsigned long long *flag, unsigned long long value)
{
	atomicExch(flag, value);
}

const int n = 1000, blocks = 8;

static cudaStream_t stream_new()
{
	cudaStream_t s;
	CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	return s;
}

int main()
{
	int *x, *y, *out;
	unsigned long long *flag;
	CHECK(cudaMalloc(&x, n * sizeof(int)));
	CHECK(cudaMalloc(&y, n * sizeof(int)));
	CHECK(cudaMalloc(&flag, 2 * sizeof *flag));
	CHECK(cudaMemset(flag, 0, 2 * sizeof *flag));
	CHECK(cudaMallocHost(&out, n * sizeof(int)));
	CHECK(cudaDeviceSynchronize());
	count_from<<<1, 1>>>(x, 0, 0);
	twice<<<1, 1>>>(y, x, 0);
	announce<<<1, 1>>>(flag, 0);
	CHECK(cudaDeviceSynchronize());
	cudaStream_t a = stream_new(), b = stream_new();
	CUdeviceptr first = (CUdeviceptr)flag, second = (CUdeviceptr)(flag + 1);

	CHECK(cuStreamWaitValue32((CUstream)a, first, 1, CU_STREAM_WAIT_VALUE_GEQ));
	twice<<<blocks, 128, 0, a>>>(y, x, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(out, y, n * sizeof(int), cudaMemcpyDeviceToHost, a));
	count_from<<<blocks, 128, 0, b>>>(x, n, 5);
	CHECK(cudaGetLastError());
	CHECK(cuStreamWriteValue32((CUstream)b, first, 1, 0));
	CHECK(cudaStreamSynchronize(a));
	printf("the consumer was first: %d %d\n", out[0], out[n - 1]);

	// To and fro: each stream waits for the other's last value.
	for (int round = 2; round < 6; round += 2) {
		CHECK(cuStreamWaitValue32((CUstream)b, first, round + 1, CU_STREAM_WAIT_VALUE_EQ));
		twice<<<blocks, 128, 0, b>>>(x, y, n);
		CHECK(cuStreamWriteValue32((CUstream)b, first, round + 2, 0));
		twice<<<blocks, 128, 0, a>>>(y, x, n);
		CHECK(cuStreamWriteValue32((CUstream)a, first, round + 1, 0));
		CHECK(cuStreamWaitValue32((CUstream)a, first, round + 2, CU_STREAM_WAIT_VALUE_EQ));
	}
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(out, x, n * sizeof(int), cudaMemcpyDeviceToHost, a));
	CHECK(cudaStreamSynchronize(a));
	printf("to and fro: %d %d\n", out[0], out[n - 1]);

	CHECK(cuStreamWaitValue64((CUstream)a, second, 1ull << 33, CU_STREAM_WAIT_VALUE_AND));
	CHECK(cudaMemcpyAsync(out, y, n * sizeof(int), cudaMemcpyDeviceToHost, a));
	count_from<<<blocks, 128, 0, b>>>(y, n, 40);
	announce<<<1, 1, 0, b>>>(flag + 1, 3ull << 32);
	CHECK(cudaGetLastError());
	while (cudaStreamQuery(a) == cudaErrorNotReady)
		(void)cudaGetLastError();
	printf("a kernel announced: %d %d\n", out[0], out[n - 1]);
	CHECK(cudaDeviceSynchronize());

	// The host prepares a buffer whose copy is in the stream already, and polls for the result.
	int *in;
	volatile unsigned *ready, *done;
	CHECK(cudaMallocHost(&in, n * sizeof(int)));
	CHECK(cudaMallocHost((void **)&ready, sizeof *ready));
	CHECK(cudaMallocHost((void **)&done, sizeof *done));
	*ready = *done = 0;
	for (unsigned round = 1; round <= 3; round++) {
		CHECK(cuStreamWaitValue32((CUstream)a, (CUdeviceptr)ready, round, CU_STREAM_WAIT_VALUE_GEQ));
		CHECK(cudaMemcpyAsync(x, in, n * sizeof(int), cudaMemcpyHostToDevice, a));
		twice<<<blocks, 128, 0, a>>>(y, x, n);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpyAsync(out, y, n * sizeof(int), cudaMemcpyDeviceToHost, a));
		CHECK(cuStreamWriteValue32((CUstream)a, (CUdeviceptr)done, round, 0));
	}
	for (unsigned round = 1; round <= 3; round++) {
		for (int i = 0; i < n; i++)
			in[i] = round * i;
		*ready = round;
		while (*done < round)
			;
		printf("round %u: %d %d\n", round, out[1], out[n - 1]);
	}

	// Another thread of the host sets the word.
	CHECK(cuStreamWaitValue32((CUstream)b, (CUdeviceptr)ready, 9, CU_STREAM_WAIT_VALUE_GEQ));
	CHECK(cudaMemsetAsync(x, 0, n * sizeof(int), b));
	std::thread other([=] { *ready = 9; });
	CHECK(cudaStreamSynchronize(b));
	other.join();
	CHECK(cudaStreamSynchronize(a));
	printf("the other thread: %u\n", *ready);
	for (cudaStream_t s : { a, b })
		CHECK(cudaStreamDestroy(s));
	for (void *d : { (void *)x, (void *)y, (void *)flag })
		CHECK(cudaFree(d));
	for (void *h : { (void *)in, (void *)out, (void *)ready, (void *)done })
		CHECK(cudaFreeHost(h));
	return 0;
}
