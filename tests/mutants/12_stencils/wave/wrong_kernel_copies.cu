// The host computes, and a kernel only copies from one array to another.
// Expect: rule-broken from_device
#include <cuda_runtime.h>
#include <vector>
__global__ void wave_step(float *next, const float *now, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, i = r * w + c;
    if (r >= h || c >= w) return;
    next[i] = now[i];
}
void wave(float *u, const float *before, int w, int h, int steps, float k)
{
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    size_t n = (size_t)w * h, bytes = n * sizeof(float);
    std::vector<float> b(before, before + n), now(u, u + n), next(n);
    for (int s = 0; s < steps; s++) {
        for (int r = 0; r < h; r++)
            for (int c = 0; c < w; c++) {
                int i = r * w + c;
                next[i] = r == 0 || c == 0 || r == h - 1 || c == w - 1 ? now[i]
                    : 2 * now[i] - b[i] + k * (now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4 * now[i]);
            }
        b.swap(now);
        now.swap(next);
    }
    float *d_now, *d_next;
    cudaMalloc(&d_now, bytes);
    cudaMalloc(&d_next, bytes);
    cudaMemcpy(d_now, now.data(), bytes, cudaMemcpyHostToDevice); // <-- here
    for (int s = 0; s < steps; s++) {
        wave_step<<<grid, block>>>(d_next, d_now, w, h);
        float *t = d_now; d_now = d_next; d_next = t;
    }
    cudaMemcpy(u, d_now, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_now);
    cudaFree(d_next);
}
