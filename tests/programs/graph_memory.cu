// Memory nodes by capture of a pool and by cudaGraphAddMemAllocNode; launched again and again, with auto free and trimmed at the end.
#include <cstdio>
#include <cuda_runtime.h>
#define CHECK(x) \
	do { \
		cudaError_t e_ = (x); \
		if (e_ != cudaSuccess) \
			printf("%s: %s\n", #x, cudaGetErrorName(e_)); \
	} while (0)

__global__ void fill(int *p, int n, int v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = v + i;
}

__global__ void total(const int *p, int n, int *out)
{
	int s = 0;
	for (int i = threadIdx.x; i < n; i += 32)
		s += p[i];
	atomicAdd(out, s);
}

int main()
{
	const int n = 256;
	int *out, h;
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t x;
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaMalloc(&out, sizeof h));
	CHECK(cudaMemset(out, 0, sizeof h));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	int *tmp;
	CHECK(cudaMallocAsync(&tmp, n * sizeof(int), s));
	fill<<<1, n, 0, s>>>(tmp, n, 1);
	total<<<1, 32, 0, s>>>(tmp, n, out);
	CHECK(cudaFreeAsync(tmp, s));
	CHECK(cudaStreamEndCapture(s, &g));
	CHECK(cudaGraphInstantiate(&x, g, 0));
	for (int i = 0; i < 4; i++)
		CHECK(cudaGraphLaunch(x, s));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost));
	printf("four launches: %d, wanted %d\n", h, 4 * (n * (n - 1) / 2 + n));
	CHECK(cudaGraphExecDestroy(x));
	CHECK(cudaGraphDestroy(g));
	/* By hand: the memory outlives the graph's launch, and the program frees it. */
	CHECK(cudaGraphCreate(&g, 0));
	cudaMemAllocNodeParams ap = {};
	ap.poolProps.allocType = cudaMemAllocationTypePinned;
	ap.poolProps.location.type = cudaMemLocationTypeDevice;
	ap.poolProps.location.id = 0;
	ap.bytesize = n * sizeof(int);
	cudaGraphNode_t alloc, k;
	CHECK(cudaGraphAddMemAllocNode(&alloc, g, NULL, 0, &ap));
	int *p = (int *)ap.dptr, count = n, v = 5;
	void *args[] = {&p, &count, &v};
	cudaKernelNodeParams kp = {};
	kp.func = (void *)fill;
	kp.gridDim = dim3(1);
	kp.blockDim = dim3(n);
	kp.kernelParams = args;
	CHECK(cudaGraphAddKernelNode(&k, g, &alloc, 1, &kp));
	CHECK(cudaGraphInstantiate(&x, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
	for (int i = 0; i < 3; i++)
		CHECK(cudaGraphLaunch(x, s));
	int last;
	CHECK(cudaMemcpyAsync(&last, p + n - 1, sizeof last, cudaMemcpyDeviceToHost, s));
	CHECK(cudaStreamSynchronize(s));
	printf("last %d\n", last);
	CHECK(cudaFreeAsync(p, s));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaGraphExecDestroy(x));
	CHECK(cudaGraphDestroy(g));
	CHECK(cudaDeviceGraphMemTrim(0));
	CHECK(cudaFree(out));
	CHECK(cudaStreamDestroy(s));
}
