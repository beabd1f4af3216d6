// The table stays at home; the device reads the few places that it needs through the link.
//
// Each such read takes long, a microsecond or so, and brings little. That is a bad way
// to read all of an array, and worse to read it twice: mapped memory is not kept on the device.
// It is a good way to read a few places that nobody knows beforehand - and to write a
// few results, or a flag that the host is waiting for.
//
// cudaHostRegister pins memory that somebody else allocated. Pinning costs time for each page, too,
// so a program that walks often would register its table once, at the beginning; one that makes
// the table itself takes it from cudaHostAlloc(..., cudaHostAllocMapped).
// The address for kernels is asked for with cudaHostGetDevicePointer. Where the host and the devices share one
// address space, as on every 64-bit Linux, it is often the same, but for registered memory that is not promised.

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
