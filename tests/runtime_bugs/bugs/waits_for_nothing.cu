// expect: deadlock
// The host waits for two calls of the callback, and has queued one.
#include <condition_variable>
#include <cstdio>
#include <cuda_runtime.h>
#include <mutex>

static std::mutex lock;
static std::condition_variable changed;
static int done;

__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }

static void count(void *)
{
	std::lock_guard<std::mutex> held(lock);

	done++;
	changed.notify_all();
}

int main()
{
	int *x;
	cudaStream_t stream;

	cudaMalloc(&x, 128);
	cudaStreamCreate(&stream);
	fill<<<1, 32, 0, stream>>>(x);
	cudaLaunchHostFunc(stream, count, nullptr); // BUG
	std::unique_lock<std::mutex> held(lock);
	changed.wait(held, [] { return done == 2; });
	printf("%d\n", done);
	return 0;
}
