// Mistake: it waits for the stream while it is recorded. There is nothing to wait for, and the recording is spoiled.
// Expect: wrong-answer api-error
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
    int blocks = (n + 255) / 256;
    unsigned int *d_a, *d_b;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaStreamCreate(&s);

    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    spread<<<blocks, 256, 0, s>>>(d_b, d_a, n);
    cudaStreamSynchronize(s); // <-- here
    spread<<<blocks, 256, 0, s>>>(d_a, d_b, n);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);

    cudaMemcpyAsync(d_a, x, bytes, cudaMemcpyHostToDevice, s);
    for (int k = 0; k < steps; k++)
        cudaGraphLaunch(exec, s);
    cudaMemcpyAsync(y, d_a, bytes, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);

    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
    cudaFree(d_a);
    cudaFree(d_b);
}
