// prints: 0 0 0 3
// Calls that may wait are made while a capture is open in a mode that permits them.
#include <cstdio>
__global__ void add(int *p) { p[threadIdx.x] += 1; }
int main()
{
	int *p, *q, h[64];
	cudaStream_t s, other;
	cudaEvent_t e;
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	cudaStreamCreate(&s);
	cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cudaEventRecord(e, other);
	cudaMalloc(&p, sizeof h);
	cudaMemset(p, 0, sizeof h);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	add<<<1, 64, 0, s>>>(p);
	cudaError_t made = cudaMalloc(&q, sizeof h);
	cudaError_t waited = cudaEventSynchronize(e);
	cudaStreamSynchronize(other);
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&x, g, 0);
	cudaGraphLaunch(x, s);
	cudaGraphLaunch(x, s);
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	cudaThreadExchangeStreamCaptureMode(&mode);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	add<<<1, 64, 0, s>>>(p);
	cudaError_t freed = cudaFree(q);
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&x, g, 0);
	cudaGraphLaunch(x, s);
	cudaStreamSynchronize(s);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d\n", made, waited, freed, h[0]);
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	cudaEventDestroy(e);
	cudaStreamDestroy(s);
	cudaStreamDestroy(other);
	cudaFree(p);
}
