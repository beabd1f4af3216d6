// All steps in one graph, which is launched once.
// Expect: passed
#include <cuda_runtime.h>

__global__ void smooth(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    int left = from[i > 0 ? i - 1 : i], right = from[i < n - 1 ? i + 1 : i];

    to[i] = (left + 2 * from[i] + right) / 4;
}

void smooth_steps(int *x, int n, int steps)
{
    size_t bytes = n * sizeof(int);
    int *d_from, *d_to;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t steps_of_it;

    cudaStreamCreate(&stream);

    cudaMalloc(&d_from, bytes);
    cudaMalloc(&d_to, bytes);
    cudaMemcpy(d_from, x, bytes, cudaMemcpyHostToDevice);

    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int s = 0; s < steps; s++) {
        smooth<<<(n + 255) / 256, 256, 0, stream>>>(d_to, d_from, n);

        int *t = d_from;
        d_from = d_to;
        d_to = t;
    }

    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&steps_of_it, graph, 0);
    cudaGraphLaunch(steps_of_it, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(x, d_from, bytes, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(steps_of_it);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(d_from);
    cudaFree(d_to);
}
