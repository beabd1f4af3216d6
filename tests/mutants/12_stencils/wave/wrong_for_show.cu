// The host computes, and a kernel that nobody reads keeps the device busy.
// Expect: rule-broken from_device
#include <cuda_runtime.h>
#include <vector>

__global__ void busy(float *p, int rounds)
{
    float v = threadIdx.x;
    for (int k = 0; k < rounds; k++)
        v = v * 0.5f + k;
    p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

static void show(int blocks, int rounds)
{
    float *p;
    cudaMalloc(&p, blocks * 256 * sizeof(float));
    busy<<<blocks, 256>>>(p, rounds); // <-- here
    cudaDeviceSynchronize();
    cudaFree(p);
}

void wave(float *u, const float *before, int w, int h, int steps, float k)
{
    std::vector<float> a(before, before + w * h), b(u, u + w * h), c(w * h);
    show(4, steps * w * h / 200 + 1);
    for (int s = 0; s < steps; s++) {
        for (int r = 0; r < h; r++)
            for (int x = 0; x < w; x++) {
                int i = r * w + x;
                if (r == 0 || x == 0 || r == h - 1 || x == w - 1)
                    c[i] = b[i];
                else
                    c[i] = 2 * b[i] - a[i] + k * (b[i - 1] + b[i + 1] + b[i - w] + b[i + w] - 4 * b[i]);
            }
        a.swap(b);
        b.swap(c);
    }
    for (int i = 0; i < w * h; i++)
        u[i] = b[i];
}
