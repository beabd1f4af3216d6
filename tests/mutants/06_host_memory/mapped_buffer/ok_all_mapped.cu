// Expect: passed
// The results come through mapped memory, too; so the host must wait for the kernel.
#include <cuda_runtime.h>
#include <string.h>

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
    int *both, *d_both, *d_next;

    cudaHostAlloc(&both, 2 * walkers * sizeof(int), cudaHostAllocMapped);
    cudaHostGetDevicePointer((void **)&d_both, both, 0);
    cudaHostRegister((void *)next, n * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void **)&d_next, (void *)next, 0);
    memcpy(both, start, walkers * sizeof(int));
    walk<<<(walkers + 31) / 32, 32>>>(d_both + walkers, d_both, d_next, walkers, steps);
    cudaDeviceSynchronize();
    memcpy(end, both + walkers, walkers * sizeof(int));
    cudaHostUnregister((void *)next);
    cudaFreeHost(both);
}
