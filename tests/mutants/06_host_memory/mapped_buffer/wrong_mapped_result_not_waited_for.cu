// Mistake: mapped results need no copy, but the host must still wait for the kernel.
// Expect: not-waited async-host-race
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
    int *d_start, *d_end, *d_next, *result;

    cudaMalloc(&d_start, bytes);
    cudaHostAlloc(&result, bytes, cudaHostAllocMapped);
    cudaHostGetDevicePointer((void **)&d_end, result, 0);
    cudaMemcpy(d_start, start, bytes, cudaMemcpyHostToDevice);

    cudaHostRegister((void *)next, n * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void **)&d_next, (void *)next, 0);

    walk<<<(walkers + 127) / 128, 128>>>(d_end, d_start, d_next, walkers, steps);

    for (int i = 0; i < walkers; i++)
        end[i] = result[i]; // <-- here
    cudaHostUnregister((void *)next);
    cudaFree(d_start);
    cudaFreeHost(result);
}
