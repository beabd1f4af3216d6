// The table stays on the host; the device reads the few elements that it needs over the link.
//
// Each such read takes long, a microsecond or so, and fetches little. That is a bad way to read a
// whole array, and a worse one to read it twice: the device keeps no copy of mapped memory. It is a
// good way to read a few elements that you cannot know beforehand, and to write a few results, or a
// flag that the host is waiting for.
//
// cudaHostRegister pins memory that you already have. Pinning takes time for each page, too, so a
// program that walks often would register its table once, at the beginning; a program that
// allocates the table itself would use cudaHostAlloc(..., cudaHostAllocMapped).
// cudaHostGetDevicePointer returns the address for kernels. Where host and devices share one
// address space, as on every 64-bit Linux, it is often the same address, but for registered memory
// CUDA does not promise that.

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
    cudaHostUnregister((void *)next);
    cudaFree(d_start);
    cudaFree(d_end);
}
