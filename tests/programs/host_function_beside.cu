/*
 * Functions that the runtime's own thread runs while the program goes on: they read memory of kernels that have not begun, wait for
 * what the program does late, and cudaDeviceSynchronize() waits for them. A function ends the kernel that was looked at, and the
 * one behind it.
 */
#include <cstdio>
#include <cstdlib>
#include <time.h>
#include <unistd.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void wait_for(const volatile int *flag, int *out)
{
	while (*flag != 7)
		;
	__threadfence_system();
	*out = 7;
}

__global__ void announce(volatile int *word)
{
	*word = 7;
	__threadfence_system();
}

__global__ void pass_on(const int *from, volatile int *to)
{
	*to = *from;
	__threadfence_system();
}

static cudaStream_t mine, yours;
static volatile int *words;
static int *out;

static void compute(double seconds)
{
	timespec begin, now;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while (now.tv_sec - begin.tv_sec + 1e-9 * (now.tv_nsec - begin.tv_nsec) < seconds);
}

static void CUDART_CB nothing(void *)
{
}

static void CUDART_CB wait_first(void *)
{
	while (words[0] != 7)
		;
}

static void CUDART_CB set_second(void *)
{
	wait_first(nullptr);
	words[1] = 7;
}

static void CUDART_CB set_late(void *)
{
	sleep(2);
	words[0] = 7;
}

static void CUDART_CB set_and_wait(void *)
{
	words[0] = 7;
	while (words[1] != 7)
		;
}

static void begin(bool managed)
{
	int *p;
	CHECK(managed ? cudaMallocManaged(&p, 16) : cudaHostAlloc(&p, 16, cudaHostAllocMapped));
	words = p;
	words[0] = words[1] = 0;
	CHECK(cudaMemset(out, 0, 4));
	CHECK(cudaDeviceSynchronize());
}

static void end(const char *what, bool managed)
{
	int n = 0;
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&n, out, 4, cudaMemcpyDeviceToHost));
	printf("%s: %d %d %d\n", what, words[0], words[1], n);
	CHECK(managed ? cudaFree((void *)words) : cudaFreeHost((void *)words));
}

int main()
{
	CHECK(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&yours, cudaStreamNonBlocking));
	CHECK(cudaMalloc(&out, 4));

	begin(true);
	CHECK(cudaLaunchHostFunc(mine, wait_first, nullptr));
	wait_for<<<1, 1, 0, mine>>>(words, out); // behind the function, of the same memory
	CHECK(cudaGetLastError());
	announce<<<1, 1, 0, yours>>>(words);
	CHECK(cudaGetLastError());
	end("a kernel answers, one is behind the function", true);

	begin(true);
	CHECK(cudaLaunchHostFunc(mine, wait_first, nullptr));
	compute(2);
	announce<<<1, 1, 0, yours>>>(words);
	CHECK(cudaGetLastError());
	end("a kernel answers late", true);

	begin(false);
	wait_for<<<1, 1, 0, yours>>>(words + 1, out);
	CHECK(cudaGetLastError());
	CHECK(cudaLaunchHostFunc(mine, set_second, nullptr));
	compute(4);
	words[0] = 7;
	end("the program answers a function late", false);

	begin(false);
	wait_for<<<1, 1, 0, mine>>>(words, out);
	CHECK(cudaGetLastError());
	CHECK(cudaLaunchHostFunc(mine, nothing, nullptr));
	compute(2);
	words[0] = 7;
	end("the program answers a kernel late", false);

	begin(true);
	wait_for<<<1, 1, 0, yours>>>(words, out);
	CHECK(cudaGetLastError());
	CHECK(cudaLaunchHostFunc(mine, set_late, nullptr));
	sleep(1);
	end("a function answers late", true);

	begin(true);
	wait_for<<<1, 1, 0, mine>>>(words, out);
	CHECK(cudaGetLastError());
	pass_on<<<1, 1, 0, mine>>>(out, words + 1);
	CHECK(cudaGetLastError());
	CHECK(cudaLaunchHostFunc(yours, set_and_wait, nullptr));
	CHECK(cudaStreamSynchronize(mine));
	end("a function ends two kernels", true);

	CHECK(cudaFree(out));
	CHECK(cudaStreamDestroy(mine));
	CHECK(cudaStreamDestroy(yours));
	return 0;
}
