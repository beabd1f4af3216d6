// prints: 6 12 18
// A captured graph with a fork and a join, replayed; the host reads after each.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *x, int v) { x[threadIdx.x] += v; }
__global__ void join(int *out, const int *x, const int *y) { out[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x]; }

int main()
{
	int *h, *x, *y, *out;
	cudaStream_t s, t;
	cudaEvent_t fork, done;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaMallocHost(&h, 32 * sizeof(int));
	cudaMalloc(&x, 32 * sizeof(int));
	cudaMalloc(&y, 32 * sizeof(int));
	cudaMalloc(&out, 32 * sizeof(int));
	cudaMemset(x, 0, 32 * sizeof(int));
	cudaMemset(y, 0, 32 * sizeof(int));
	cudaDeviceSynchronize();
	cudaStreamCreate(&s);
	cudaStreamCreate(&t);
	cudaEventCreate(&fork);
	cudaEventCreate(&done);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	cudaEventRecord(fork, s);
	cudaStreamWaitEvent(t, fork, 0);
	add<<<1, 32, 0, s>>>(x, 2);
	add<<<1, 32, 0, t>>>(y, 4);
	cudaEventRecord(done, t);
	cudaStreamWaitEvent(s, done, 0);
	join<<<1, 32, 0, s>>>(out, x, y);
	cudaMemcpyAsync(h, out, 32 * sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaStreamEndCapture(s, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	for (int turn = 0; turn < 3; turn++) {
		cudaGraphLaunch(exec, s);
		cudaStreamSynchronize(s);
		printf("%d%c", h[7], turn < 2 ? ' ' : '\n');
	}
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
	cudaEventDestroy(fork);
	cudaEventDestroy(done);
	cudaStreamDestroy(s);
	cudaStreamDestroy(t);
	cudaFreeHost(h);
	cudaFree(x);
	cudaFree(y);
	cudaFree(out);
	return 0;
}
