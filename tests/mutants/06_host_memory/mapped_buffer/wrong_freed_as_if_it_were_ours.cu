// Mistake: d_next is an address of the host's memory; it does not come from cudaMalloc.
// Expect: memory-error double-free
#include <cuda_runtime.h>

__global__ void walk(int *end, const int *start, const int *next, int walkers, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= walkers)
        return;

    int at = start[i];

    for (int s = 0; s < steps; s++) at = next[at];
    end[i] = at;
}

void walk_all(int *end, const int *start, int walkers, const int *next, int n, int steps)
{
    size_t bytes = walkers * sizeof(int);
    int *d_start, *d_end, *d_next;

    cudaMalloc(&d_start, bytes);
    cudaMalloc(&d_end, bytes);
    cudaMemcpy(d_start, start, bytes, cudaMemcpyHostToDevice);

    cudaHostRegister((void *)next, n * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void **)&d_next, (void *)next, 0);

    walk<<<(walkers + 127) / 128, 128>>>(d_end, d_start, d_next, walkers, steps);

    cudaMemcpy(end, d_end, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_next); // <-- here
    cudaFree(d_start);
    cudaFree(d_end);
}
