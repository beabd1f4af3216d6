// A capture is lost; its graph, and what is launched of it, never exist.
// expect: api-error
#include <cstdio>
__global__ void add(int *p) { p[threadIdx.x] += 1; }
int main()
{
	int *p, h[64];
	cudaMalloc(&p, sizeof h);
	cudaMemset(p, 0, sizeof h);
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaGraph_t g;
	cudaGraphExec_t e;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	add<<<1, 64, 0, s>>>(p);
	cudaStreamSynchronize(s); // BUG
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&e, g, 0);
	cudaGraphLaunch(e, s);
	cudaGraphLaunch(e, s);
	cudaStreamSynchronize(s);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaGraphExecDestroy(e);
	cudaGraphDestroy(g);
	cudaStreamDestroy(s);
	cudaFree(p);
}
