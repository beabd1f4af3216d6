// A struct is copied as bytes: a pointer in it stays an address on the side that it came from.
//
// So the positions are copied first, all in one array, and each struct gets an address within that
// array. The host computes it (d_x + at is arithmetic, not an access), but must never follow it.
// That is the second mistake, which is hidden behind the first: the structs that come back hold
// addresses on the device. The host has the positions in `x`, and needs to know only where.
//
// Better still is an index: `int begin` in place of the pointer means the same on both sides. Or no
// structs at all, but one array for each member, which are also faster to read (lesson "Global memory").
//
// Here it crashed at once, since host and device have different addresses. With managed or mapped
// memory, or on a machine where the GPU reads the host's memory, the stub works, at the speed of the link.

#include <cmath>
#include <vector>

#include <cuda_runtime.h>

struct track {
    const float *x;
    int n;
    float length;
};

__global__ void measure(track *all, int tracks)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;

    if (k < tracks) {
        track t = all[k];
        float length = 0;

        for (int i = 1; i < t.n; i++)
            length += fabsf(t.x[i] - t.x[i - 1]);
        all[k].length = length;
    }
}

int detours(float *detour, const float *x, const int *count, int tracks)
{
    std::vector<track> t(tracks);
    size_t bytes = tracks * sizeof(track);
    int at = 0, straight = 0;
    track *d_t;
    float *d_x;

    for (int k = 0; k < tracks; k++)
        at += count[k];
    cudaMalloc(&d_x, at * sizeof(float));
    cudaMemcpy(d_x, x, at * sizeof(float), cudaMemcpyHostToDevice);

    at = 0;
    for (int k = 0; k < tracks; k++) {
        t[k].x = d_x + at;
        t[k].n = count[k];
        t[k].length = 0;
        at += count[k];
    }
    cudaMalloc(&d_t, bytes);
    cudaMemcpy(d_t, t.data(), bytes, cudaMemcpyHostToDevice);
    measure<<<(tracks + 127) / 128, 128>>>(d_t, tracks);
    cudaMemcpy(t.data(), d_t, bytes, cudaMemcpyDeviceToHost);

    at = 0;
    for (int k = 0; k < tracks; k++) {
        float distance = fabsf(x[at + t[k].n - 1] - x[at]);

        detour[k] = t[k].length - distance;
        straight += detour[k] == 0;
        at += t[k].n;
    }
    cudaFree(d_x);
    cudaFree(d_t);
    return straight;
}
