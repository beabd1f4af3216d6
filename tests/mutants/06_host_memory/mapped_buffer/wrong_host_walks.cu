// Mistake: the host walks; the kernel is launched with as many threads as asked for, and no walkers.
// Expect: rule-broken from_device
#include <cuda_runtime.h>

__global__ void walk(int *end, const int *start, const int *next, int walkers, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= walkers)
        return;

    int at = start[i];

    for (int s = 0; s < steps; s++)
        at = next[at];
    end[i] = at;
}

void walk_all(int *end, const int *start, int walkers, const int *next, int n, int steps)
{
    walk<<<(walkers + 127) / 128, 128>>>(nullptr, nullptr, nullptr, 0, 0);
    cudaDeviceSynchronize();
    for (int i = 0; i < walkers; i++) {
        end[i] = start[i];
        for (int s = 0; s < steps; s++)
            end[i] = next[end[i]];
    }
}
