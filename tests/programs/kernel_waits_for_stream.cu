// options: -lcuda
/*
 * A kernel waits for a word that another stream writes while it runs: a value, a memset, a copy, another kernel; submitted before
 * it or after it, by the same thread of the host or by another. Two kernels answer each other. What comes after the kernel in its
 * stream may use what came before the write in the other one. All kernels are loaded before one waits: on a GPU a kernel's first
 * launch would wait for the one that spins.
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

__global__ void wait_for(const volatile unsigned *flag, unsigned value)
{
	while (*flag != value)
		;
	__threadfence();
}

__global__ void wait_atomic(unsigned *flag, unsigned value)
{
	while (atomicAdd(flag, 0) != value)
		;
	__threadfence();
}

__global__ void announce(volatile unsigned *flag, unsigned value, unsigned *data, unsigned x)
{
	*data = x;
	__threadfence();
	*flag = value;
}

__global__ void add(unsigned *sum, const unsigned *data)
{
	*sum += *data;
}

// Two letter boxes, each emptied by the one that reads it: a round leaves no trace in them.
__global__ void play(unsigned *mine, unsigned *yours, unsigned rounds, bool serves, unsigned *count)
{
	volatile unsigned *in = mine, *out = yours;

	for (unsigned k = 0; k < rounds; k++) {
		if (serves)
			*out = 1;
		while (!*in)
			;
		*in = 0;
		__threadfence();
		++*count;
		if (!serves)
			*out = 1;
	}
}

static cudaStream_t stream_new()
{
	cudaStream_t s;
	CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	return s;
}

static cudaStream_t a, b, c;
static unsigned *words, *flag, *data, *sum;

static void show(const char *what)
{
	unsigned h[4];
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(h, words, sizeof h, cudaMemcpyDeviceToHost));
	printf("%s: flag %u, data %u, sum %u\n", what, h[0], h[1], h[2]);
	CHECK(cudaMemset(words, 0, sizeof h));
	CHECK(cudaDeviceSynchronize());
}

int main()
{
	static const unsigned seven = 7;
	CHECK(cudaMalloc(&words, 4 * sizeof *words));
	CHECK(cudaMemset(words, 0, 4 * sizeof *words));
	CHECK(cudaDeviceSynchronize());
	cudaFuncAttributes loaded;
	CHECK(cudaFuncGetAttributes(&loaded, wait_for));
	CHECK(cudaFuncGetAttributes(&loaded, wait_atomic));
	CHECK(cudaFuncGetAttributes(&loaded, announce));
	CHECK(cudaFuncGetAttributes(&loaded, add));
	CHECK(cudaFuncGetAttributes(&loaded, play));
	flag = words, data = words + 1, sum = words + 2;
	a = stream_new(), b = stream_new(), c = stream_new();
	CUdeviceptr word = (CUdeviceptr)flag, other = (CUdeviceptr)(words + 3);

	wait_for<<<1, 32, 0, a>>>(flag, 1);
	CHECK(cuStreamWriteValue32((CUstream)b, word, 1, 0));
	show("a value, later");

	CHECK(cuMemsetD32Async((CUdeviceptr)data, 1, 1, (CUstream)b));
	CHECK(cuStreamWriteValue32((CUstream)b, word, 1, 0));
	wait_for<<<1, 32, 0, a>>>(flag, 1);
	add<<<1, 1, 0, a>>>(sum, data);
	show("data and a value, earlier");

	wait_for<<<1, 32, 0, a>>>(flag, 1);
	add<<<1, 1, 0, a>>>(sum, data);
	CHECK(cuMemsetD32Async((CUdeviceptr)data, 2, 1, (CUstream)b));
	CHECK(cuStreamWriteValue32((CUstream)b, word, 1, 0));
	CHECK(cudaStreamSynchronize(a));
	show("data and a value, later, and the host waits for the reader alone");

	CHECK(cuMemsetD32Async((CUdeviceptr)data, 3, 1, (CUstream)b));
	CHECK(cuStreamWriteValue32((CUstream)b, word, 1, 0));
	wait_atomic<<<2, 32, 0, a>>>(flag, 1);
	add<<<1, 1, 0, a>>>(sum, data);
	show("asked by atomic operations");

	wait_for<<<1, 1, 0, a>>>(flag, 0xffffffff);
	CHECK(cudaMemsetAsync(flag, 0xff, sizeof *flag, b));
	show("a memset");

	wait_for<<<1, 1, 0, a>>>(flag, seven);
	CHECK(cudaMemcpyAsync(flag, &seven, sizeof *flag, cudaMemcpyHostToDevice, b));
	CHECK(cudaStreamSynchronize(a));
	show("a copy");

	CHECK(cudaMemcpyAsync(flag, &seven, sizeof *flag, cudaMemcpyHostToDevice, b));
	wait_for<<<1, 1, 0, a>>>(flag, seven);
	show("a copy, earlier");

	wait_for<<<1, 1, 0, a>>>(flag, 1);
	add<<<1, 1, 0, a>>>(sum, data);
	announce<<<1, 1, 0, b>>>(flag, 1, data, 40);
	show("a kernel");

	announce<<<1, 1, 0, b>>>(flag, 1, data, 41);
	wait_for<<<1, 1, 0, a>>>(flag, 1);
	add<<<1, 1, 0, a>>>(sum, data);
	show("a kernel, earlier");

	// Through a third stream, which waits itself.
	wait_for<<<1, 1, 0, a>>>(flag, 2);
	CHECK(cuStreamWaitValue32((CUstream)b, other, 1, CU_STREAM_WAIT_VALUE_EQ));
	CHECK(cuStreamWriteValue32((CUstream)b, word, 2, 0));
	CHECK(cuStreamWriteValue32((CUstream)c, other, 1, 0));
	CHECK(cudaStreamSynchronize(a));
	show("a chain");

	// The host asks first, and writes then.
	wait_for<<<1, 1, 0, a>>>(flag, seven);
	printf("still running: %d\n", cudaStreamQuery(a) == cudaErrorNotReady);
	(void)cudaGetLastError();
	CHECK(cudaMemcpy(flag, &seven, sizeof *flag, cudaMemcpyHostToDevice));
	CHECK(cudaStreamSynchronize(a));
	show("a blocking copy");

	wait_for<<<1, 1, 0, a>>>(flag, 1);
	CHECK(cuStreamWriteValue32((CUstream)b, word, 1, 0));
	while (cudaStreamQuery(a) == cudaErrorNotReady)
		(void)cudaGetLastError();
	show("the host polls the stream");

	wait_for<<<1, 1, 0, a>>>(flag, seven);
	std::thread thread([] { CHECK(cudaMemcpyAsync(flag, &seven, sizeof *flag, cudaMemcpyHostToDevice, b)); });
	CHECK(cudaStreamSynchronize(a));
	thread.join();
	show("another thread");

	play<<<1, 1, 0, a>>>(flag, data, 100, true, sum);
	play<<<1, 1, 0, b>>>(data, flag, 100, false, words + 3);
	show("two kernels");
	play<<<1, 1, 0, b>>>(data, flag, 100, false, words + 3);
	play<<<1, 1, 0, a>>>(flag, data, 100, true, sum);
	show("two kernels, the other way round");

	for (unsigned k = 1; k <= 10; k++) {
		wait_for<<<1, 1, 0, a>>>(flag, 2 * k - 1);
		add<<<1, 1, 0, a>>>(sum, data);
		CHECK(cuStreamWriteValue32((CUstream)a, word, 2 * k, 0));
		announce<<<1, 1, 0, b>>>(flag, 2 * k - 1, data, k);
		wait_for<<<1, 1, 0, b>>>(flag, 2 * k);
	}
	show("in turn");
	for (cudaStream_t s : { a, b, c })
		CHECK(cudaStreamDestroy(s));
	CHECK(cudaFree(words));
	return 0;
}
