// One step is recorded and instantiated; after that a step is a single call.
//
// While the stream is captured, nothing runs: the graph only stores the two launches, with their
// arguments as they are at that moment. So record what is the same in every step. That is why a
// step goes to d_b *and back*: if it only went there, the next step would need the two pointers
// swapped, and a graph does not know the host's variables. Instantiating checks everything and
// prepares the launches, which takes longer than many launches: do it once, outside the loop. The
// copies stay outside, too: otherwise every step would copy x again.

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
