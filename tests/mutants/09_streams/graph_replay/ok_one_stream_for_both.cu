// Expect: passed
// Recorded in a stream of its own that is thrown away; the graph is launched in another, and an event ends it.
#include <cuda_runtime.h>

__global__ void spread(unsigned int *out, const unsigned int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = 3 * in[(i + n - 1) % n] + in[i] + 5 * in[(i + 1) % n];
}

void simulate(const unsigned int *x, unsigned int *y, int n, int steps)
{
    size_t bytes = n * sizeof(*x);
    unsigned int *d_a, *d_b;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaStreamCreate(&s);

    cudaStream_t pen;
    cudaEvent_t end;

    cudaStreamCreateWithFlags(&pen, cudaStreamNonBlocking);
    cudaEventCreate(&end);
    cudaStreamBeginCapture(pen, cudaStreamCaptureModeThreadLocal);
    spread<<<(n + 127) / 128, 128, 0, pen>>>(d_b, d_a, n);
    spread<<<(n + 127) / 128, 128, 0, pen>>>(d_a, d_b, n);
    cudaStreamEndCapture(pen, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(pen);

    cudaMemcpyAsync(d_a, x, bytes, cudaMemcpyHostToDevice, s);
    for (int k = 0; k < steps; k++)
        cudaGraphLaunch(exec, s);
    cudaMemcpyAsync(y, d_a, bytes, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(end, s);
    cudaEventSynchronize(end);

    cudaGraphExecDestroy(exec);
    cudaEventDestroy(end);
    cudaStreamDestroy(s);
    cudaFree(d_a);
    cudaFree(d_b);
}
