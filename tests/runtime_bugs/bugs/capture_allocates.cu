// expect: api-error
// every: yes
// What may wait for the device ends a capture: an allocation, and a question about an event. Later calls fail because of that.
#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { cudaError_t got = (call); if (got) printf("line %d: %s\n", __LINE__, cudaGetErrorString(got)); } while (0)
__global__ void add(int *p) { p[threadIdx.x] += 1; }
int main()
{
	int *p, *q, h[64];
	cudaStream_t s;
	cudaEvent_t before;
	cudaGraph_t g;
	cudaGraphExec_t e;
	CHECK(cudaMalloc(&p, sizeof h));
	CHECK(cudaMemset(p, 0, sizeof h));
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaEventCreate(&before));
	CHECK(cudaEventRecord(before, s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	add<<<1, 64, 0, s>>>(p);
	CHECK(cudaMalloc(&q, sizeof h)); // BUG
	add<<<1, 64, 0, s>>>(p);
	CHECK(cudaStreamEndCapture(s, &g));
	CHECK(cudaGraphInstantiate(&e, g, 0));
	CHECK(cudaGraphLaunch(e, s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	add<<<1, 64, 0, s>>>(p);
	CHECK(cudaEventSynchronize(before)); // BUG
	CHECK(cudaStreamEndCapture(s, &g));
	CHECK(cudaGraphInstantiate(&e, g, 0));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
	printf("%d\n", h[0]);
	CHECK(cudaEventDestroy(before));
	CHECK(cudaStreamDestroy(s));
	CHECK(cudaFree(p));
}
