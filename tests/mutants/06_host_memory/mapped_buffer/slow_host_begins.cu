// Right, but the host walks all the way to the last step, which it leaves to the kernel.
// Expect: too-slow global_requests
#include <cuda_runtime.h>
#include <vector>

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
    std::vector<int> last(start, start + walkers);
    for (int i = 0; i < walkers; i++)
        for (int s = 0; s + 1 < steps; s++)
            last[i] = next[last[i]];
    cudaMemcpy(d_start, last.data(), bytes, cudaMemcpyHostToDevice);

    cudaHostRegister((void *)next, n * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void **)&d_next, (void *)next, 0);

    walk<<<(walkers + 127) / 128, 128>>>(d_end, d_start, d_next, walkers, steps > 0);

    cudaMemcpy(end, d_end, bytes, cudaMemcpyDeviceToHost);
    cudaHostUnregister((void *)next);
    cudaFree(d_start);
    cudaFree(d_end);
}
