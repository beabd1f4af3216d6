// An executable graph is updated: by a whole graph of the same shape, by nodes, disabled nodes, and rejected when the shape differs.
#include <cstdio>
#include <cuda_runtime.h>
#define CHECK(x) \
	do { \
		cudaError_t e_ = (x); \
		if (e_ != cudaSuccess) \
			printf("%s: %s\n", #x, cudaGetErrorName(e_)); \
	} while (0)

__global__ void axpb(int *v, int a, int b)
{
	v[threadIdx.x] = v[threadIdx.x] * a + b;
}

static cudaGraph_t capture(cudaStream_t s, int *d, int *h, int a, int b, bool more)
{
	cudaGraph_t g;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	CHECK(cudaMemcpyAsync(d, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s));
	axpb<<<1, 32, 0, s>>>(d, a, b);
	if (more)
		CHECK(cudaMemsetAsync(d, 0, 4, s));
	CHECK(cudaMemcpyAsync(h, d, 32 * sizeof(int), cudaMemcpyDeviceToHost, s));
	CHECK(cudaStreamEndCapture(s, &g));
	return g;
}

int main()
{
	int *d, *h;
	cudaStream_t s;
	cudaGraphExec_t x;
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaMalloc(&d, 32 * sizeof(int)));
	CHECK(cudaMallocHost(&h, 32 * sizeof(int)));
	for (int i = 0; i < 32; i++)
		h[i] = i;
	cudaGraph_t g = capture(s, d, h, 2, 1, false), g2 = capture(s, d, h, 3, 0, false), g3 = capture(s, d, h, 1, 1, true);
	CHECK(cudaGraphInstantiate(&x, g, 0));
	CHECK(cudaGraphLaunch(x, s));
	CHECK(cudaStreamSynchronize(s));
	printf("%d %d\n", h[0], h[31]);
	cudaGraphExecUpdateResultInfo info;
	CHECK(cudaGraphExecUpdate(x, g2, &info));
	CHECK(cudaGraphLaunch(x, s));
	CHECK(cudaStreamSynchronize(s));
	printf("%d %d\n", h[0], h[31]);
	cudaError_t e = cudaGraphExecUpdate(x, g3, &info);
	printf("%s, %d\n", cudaGetErrorName(e), info.result != cudaGraphExecUpdateSuccess);
	cudaGetLastError();
	cudaGraphNode_t nodes[8];
	size_t n = 8;
	CHECK(cudaGraphGetNodes(g, nodes, &n));
	for (size_t i = 0; i < n; i++) {
		cudaGraphNodeType t;
		CHECK(cudaGraphNodeGetType(nodes[i], &t));
		if (t != cudaGraphNodeTypeKernel)
			continue;
		int a = -1, b = 1000;
		void *args[] = {&d, &a, &b};
		cudaKernelNodeParams p = {};
		p.func = (void *)axpb;
		p.gridDim = dim3(1);
		p.blockDim = dim3(32);
		p.kernelParams = args;
		CHECK(cudaGraphExecKernelNodeSetParams(x, nodes[i], &p));
		CHECK(cudaGraphLaunch(x, s));
		CHECK(cudaStreamSynchronize(s));
		printf("%d %d\n", h[0], h[31]);
		CHECK(cudaGraphNodeSetEnabled(x, nodes[i], 0));
		CHECK(cudaGraphLaunch(x, s));
		CHECK(cudaStreamSynchronize(s));
		printf("%d %d\n", h[0], h[31]);
	}
	CHECK(cudaGraphExecDestroy(x));
	CHECK(cudaGraphDestroy(g));
	CHECK(cudaGraphDestroy(g2));
	CHECK(cudaGraphDestroy(g3));
	CHECK(cudaFree(d));
	CHECK(cudaFreeHost(h));
	CHECK(cudaStreamDestroy(s));
}
