// detours: how much longer each walk is than the distance between its ends. There are two mistakes.
//
//   detour   tracks floats, to write
//   x        the positions of all tracks, one track after the other
//   count    tracks ints: how many positions a track has, 1 or more
//
// It returns how many tracks have no detour.

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

    for (int k = 0; k < tracks; k++) {
        t[k].x = x + at;
        t[k].n = count[k];
        t[k].length = 0;
        at += count[k];
    }
    cudaMalloc(&d_t, bytes);
    cudaMemcpy(d_t, t.data(), bytes, cudaMemcpyHostToDevice);
    measure<<<(tracks + 127) / 128, 128>>>(d_t, tracks);
    cudaMemcpy(t.data(), d_t, bytes, cudaMemcpyDeviceToHost);

    for (int k = 0; k < tracks; k++) {
        float distance = fabsf(t[k].x[t[k].n - 1] - t[k].x[0]);

        detour[k] = t[k].length - distance;
        straight += detour[k] == 0;
    }
    cudaFree(d_t);
    return straight;
}
