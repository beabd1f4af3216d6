// Hint: first-launch 28
// options: -lcuda
// A kernel whose first launch comes behind a stream's wait for a value: a GPU does not begin it, nor reach the write behind it.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#define CHECK(call) do { int e_ = (int)(call); if (e_) { fprintf(stderr, "%s:%d %d\n", __FILE__, __LINE__, e_); exit(1); } } while (0)
__global__ void fill(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; }
int main()
{
	const int n = 2048;
	int *h, *x;
	unsigned *flag;
	cudaStream_t a, b;
	CHECK(cudaMalloc(&x, n * sizeof *x));
	CHECK(cudaMallocHost((void **)&h, n * sizeof *h));
	CHECK(cudaMallocHost((void **)&flag, sizeof *flag));
	*flag = 0;
	CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
#ifdef FIXED
	cudaFuncAttributes loaded;
	CHECK(cudaFuncGetAttributes(&loaded, fill));
#endif
	CHECK(cuStreamWaitValue32((CUstream)a, (CUdeviceptr)flag, 1, CU_STREAM_WAIT_VALUE_GEQ));
	CHECK(cudaMemcpyAsync(h, x, n * sizeof *h, cudaMemcpyDeviceToHost, a));
	fill<<<n / 256, 256, 0, b>>>(x, n);
	CHECK(cudaGetLastError());
	CHECK(cuStreamWriteValue32((CUstream)b, (CUdeviceptr)flag, 1, 0));
	CHECK(cudaStreamSynchronize(a));
	printf("%d\n", h[100]);
	CHECK(cudaStreamDestroy(a));
	CHECK(cudaStreamDestroy(b));
	CHECK(cudaFreeHost(flag));
	CHECK(cudaFreeHost(h));
	CHECK(cudaFree(x));
}
