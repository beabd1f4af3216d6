// options: -lcuda
/*
 * A kernel waits for a word of the host's memory that a host function of another stream writes while it runs: submitted before it
 * or after it, by this thread or by another, as a callback, through the driver, in a graph, behind other work. Functions that poll
 * what kernels write, and answer them; a kernel that begins only then. The word is in mapped, registered and managed memory.
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

__global__ void wait_for(const volatile int *flag, int value, int *out)
{
	while (*flag != value)
		;
	__threadfence_system();
	*out = value;
}

__global__ void announce(volatile int *word, int value)
{
	*word = value;
	__threadfence_system();
}

// Asks in words[0], and waits for the answer in words[1].
__global__ void talk(volatile int *words, int rounds, int *out)
{
	for (int k = 1; k <= rounds; k++) {
		words[0] = k;
		__threadfence_system();
		while (words[1] != k)
			;
	}
	*out = words[1];
}

static int *words, *out;
static int rounds = 6;

static void CUDART_CB set(void *flag)
{
	*static_cast<volatile int *>(flag) = 7;
}

static void CUDART_CB set_again(cudaStream_t, cudaError_t status, void *flag)
{
	*static_cast<volatile int *>(flag) = status == cudaSuccess ? 7 : 0;
}

static void CUDART_CB answer(void *)
{
	volatile int *v = words;
	for (int k = 1; k <= rounds; k++) {
		while (v[0] != k)
			;
		v[1] = k;
	}
}

static void CUDART_CB relay(void *)
{
	volatile int *v = words;
	while (v[0] != 3)
		;
	v[1] = 7;
}

static cudaStream_t stream_new()
{
	cudaStream_t s;
	CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	return s;
}

static void show(const char *what)
{
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	printf("%s: %d\n", what, *out);
	*out = words[0] = words[1] = 0;
}

// Each way to set the word, before the kernel and after it.
static void in_all_ways(const char *kind, int *flag, cudaStream_t a, cudaStream_t b)
{
	char what[64];
	printf("%s memory\n", kind);
	for (int way = 0; way < 6; way++) {
		cudaGraph_t graph = NULL;
		cudaGraphExec_t exec = NULL;
		*flag = 0;
		if (way == 3) {
			CHECK(cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal));
			CHECK(cudaLaunchHostFunc(b, set, flag));
			CHECK(cudaStreamEndCapture(b, &graph));
			CHECK(cudaGraphInstantiate(&exec, graph, 0));
		}
		for (int later = 0; later < 2; later++) {
			if (later)
				wait_for<<<1, 32, 0, a>>>(flag, 7, out);
			if (way == 0)
				CHECK(cudaLaunchHostFunc(b, set, flag));
			else if (way == 1)
				CHECK(cudaStreamAddCallback(b, set_again, flag, 0));
			else if (way == 2)
				CHECK(cuLaunchHostFunc((CUstream)b, set, flag));
			else if (way == 3)
				CHECK(cudaGraphLaunch(exec, b));
			else
				std::thread([=] { CHECK(cudaLaunchHostFunc(b, set, flag)); }).join();
			if (!later)
				wait_for<<<1, 32, 0, a>>>(flag, 7, out);
			if (way == 5)
				while (cudaStreamQuery(a) == cudaErrorNotReady)
					(void)cudaGetLastError();
			else if (way & 1)
				CHECK(cudaStreamSynchronize(a));
			snprintf(what, sizeof what, "way %d, %s", way, later ? "later" : "earlier");
			show(what);
			*flag = 0;
		}
		if (exec) {
			CHECK(cudaGraphExecDestroy(exec));
			CHECK(cudaGraphDestroy(graph));
		}
	}
}

int main()
{
	cudaFuncAttributes loaded;
	CHECK(cudaFuncGetAttributes(&loaded, wait_for));
	CHECK(cudaFuncGetAttributes(&loaded, announce));
	CHECK(cudaFuncGetAttributes(&loaded, talk));
	cudaStream_t a = stream_new(), b = stream_new(), c = stream_new();
	CHECK(cudaHostAlloc(&words, 2 * sizeof *words, cudaHostAllocMapped));
	CHECK(cudaHostAlloc(&out, sizeof *out, cudaHostAllocMapped));
	*out = words[0] = words[1] = 0;

	int *mapped, *managed, *page = (int *)aligned_alloc(4096, 4096);
	CHECK(cudaHostAlloc(&mapped, sizeof *mapped, cudaHostAllocMapped));
	CHECK(cudaMallocManaged(&managed, sizeof *managed));
	CHECK(cudaHostRegister(page, 4096, cudaHostRegisterMapped));
	in_all_ways("mapped", mapped, a, b);
	in_all_ways("managed", managed, a, b);
	in_all_ways("registered", page, a, b);

	// Behind other work and an event, and another thread that comes when the host waits already.
	cudaEvent_t event;
	CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
	int *device;
	CHECK(cudaMalloc(&device, 4096));
	wait_for<<<1, 1, 0, a>>>(words, 7, out);
	CHECK(cudaMemsetAsync(device, 0, 4096, b));
	CHECK(cudaEventRecord(event, b));
	CHECK(cudaStreamWaitEvent(c, event, 0));
	CHECK(cudaLaunchHostFunc(c, set, words));
	show("behind an event");
	wait_for<<<1, 1, 0, a>>>(words, 7, out);
	std::thread thread([=] { CHECK(cudaLaunchHostFunc(b, set, words)); });
	CHECK(cudaStreamSynchronize(a));
	thread.join();
	show("another thread");

	talk<<<1, 1, 0, a>>>(words, rounds, out);
	CHECK(cudaLaunchHostFunc(b, answer, NULL));
	show("a conversation that the kernel begins");
	CHECK(cudaLaunchHostFunc(b, answer, NULL));
	talk<<<1, 1, 0, a>>>(words, rounds, out);
	show("a conversation for which the function waits");
	CHECK(cudaLaunchHostFunc(b, relay, NULL));
	announce<<<1, 1, 0, c>>>(words, 3);
	wait_for<<<1, 1, 0, a>>>(words + 1, 7, out);
	show("from kernel to function to kernel");
	wait_for<<<1, 1, 0, a>>>(words + 1, 7, out);
	CHECK(cudaLaunchHostFunc(b, relay, NULL));
	announce<<<1, 1, 0, c>>>(words, 3);
	CHECK(cudaStreamSynchronize(a));
	show("the other way round");

	CHECK(cudaHostUnregister(page));
	free(page);
	CHECK(cudaFree(device));
	CHECK(cudaFree(managed));
	for (int *p : { words, out, mapped })
		CHECK(cudaFreeHost(p));
	CHECK(cudaEventDestroy(event));
	for (cudaStream_t s : { a, b, c })
		CHECK(cudaStreamDestroy(s));
	return 0;
}
