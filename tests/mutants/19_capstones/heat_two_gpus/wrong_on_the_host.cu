// Mistake: the host computes everything; each device gets a launch that does nothing.
// Expect: rule-broken from_device
#include <cuda_runtime.h>
#include <cmath>
#include <vector>

__global__ void compute()
{
}

int heat_two_gpus(float *p, const float *source, int h, int w, float tolerance, int every, int most_steps)
{
    std::vector<float> old;
    int devices, steps = 0;

    cudaGetDeviceCount(&devices);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        compute<<<1, 256>>>();
        cudaDeviceSynchronize();
    }
    while (steps < most_steps) {
        float most = 0;

        old.assign(p, p + h * w);
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                p[i] = 0.25f * (old[i - 1] + old[i + 1] + old[i - w] + old[i + w] + source[i]);
                most = fmaxf(most, fabsf(p[i] - old[i]));
            }
        if (++steps % every == 0 && most < tolerance)
            break;
    }
    return steps;
}
