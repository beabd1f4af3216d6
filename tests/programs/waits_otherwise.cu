// The host waits for work in streams by other means than a CUDA call: a condition variable that a callback signals, a semaphore, a flag
// that it looks at between naps, a flag that it looks at all the time, another thread that waits; a graph's host node.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <mutex>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void square(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		x[i] = i * i;
}

static const int n = 1000;
static std::mutex lock;
static std::condition_variable changed;
static int done;
static sem_t posted;
static std::atomic<int> flag;

static void signal_it(void *)
{
	std::lock_guard<std::mutex> held(lock);

	done++;
	changed.notify_all();
}

static void signal_stream(cudaStream_t, cudaError_t status, void *) { if (status == cudaSuccess) signal_it(NULL); }
static void post_it(void *) { sem_post(&posted); }
static void set_it(void *) { flag = 1; }

static void wait_until(int want)
{
	std::unique_lock<std::mutex> held(lock);

	changed.wait(held, [=] { return done == want; });
}

static void work(int *x, int *back, cudaStream_t stream)
{
	CHECK(cudaMemsetAsync(x, 0, n * sizeof *x, stream));
	square<<<(n + 127) / 128, 128, 0, stream>>>(x, n);
	CHECK(cudaMemcpyAsync(back, x, n * sizeof *x, cudaMemcpyDeviceToHost, stream));
}

int main()
{
	int *x, *back;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;

	CHECK(cudaMalloc(&x, n * sizeof *x));
	CHECK(cudaMallocHost(&back, n * sizeof *x));
	CHECK(cudaStreamCreate(&stream));
	sem_init(&posted, 0, 0);

	work(x, back, stream);
	CHECK(cudaLaunchHostFunc(stream, signal_it, NULL));
	wait_until(1);
	printf("condition variable: %d\n", back[n - 1]);

	work(x, back, stream);
	CHECK(cudaStreamAddCallback(stream, signal_stream, NULL, 0));
	std::thread other([] { wait_until(2); });
	other.join();
	printf("another thread: %d\n", back[n - 2]);

	work(x, back, stream);
	CHECK(cudaLaunchHostFunc(stream, post_it, NULL));
	sem_wait(&posted);
	printf("semaphore: %d\n", back[n - 3]);

	work(x, back, stream);
	CHECK(cudaLaunchHostFunc(stream, set_it, NULL));
	while (!flag)
		usleep(1000);
	printf("flag, with naps: %d\n", back[n - 4]);

	flag = 0;
	work(x, back, stream);
	CHECK(cudaLaunchHostFunc(stream, set_it, NULL));
	while (!flag)
		;
	printf("flag, without: %d\n", back[n - 5]);

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	work(x, back, stream);
	CHECK(cudaLaunchHostFunc(stream, signal_it, NULL));
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphLaunch(exec, stream));
	wait_until(3);
	printf("graph: %d\n", back[n - 6]);

	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaFreeHost(back));
	CHECK(cudaFree(x));
	return 0;
}
