// One allocation for three states, a stream, and a tile in shared memory.
// Expect: passed
#include <cuda_runtime.h>

__global__ void wave_step(float *next, const float *now, const float *before, int w, int h, float k)
{
    __shared__ float tile[10][34];
    int left = blockIdx.x * 32 - 1, top = blockIdx.y * 8 - 1;
    int c = left + 1 + threadIdx.x, r = top + 1 + threadIdx.y;

    for (int p = threadIdx.y * 32 + threadIdx.x; p < 340; p += 256) {
        int tr = top + p / 34, tc = left + p % 34;

        tile[p / 34][p % 34] = tr >= 0 && tr < h && tc >= 0 && tc < w ? now[(size_t)tr * w + tc] : 0.0f;
    }
    __syncthreads();
    if (r >= h || c >= w)
        return;

    float (*t)[34] = tile + threadIdx.y + 1, v = t[0][threadIdx.x + 1];
    int x = threadIdx.x + 1;

    if (r > 0 && r < h - 1 && c > 0 && c < w - 1)
        v = k * (t[-1][x] + t[1][x] + t[0][x - 1] + t[0][x + 1]) + (2 - 4 * k) * v - before[(size_t)r * w + c];
    next[(size_t)r * w + c] = v;
}

void wave(float *u, const float *before, int w, int h, int steps, float k)
{
    size_t count = (size_t)w * h;
    cudaStream_t stream;
    float *all;

    cudaStreamCreate(&stream);
    cudaMalloc(&all, 3 * count * sizeof(float));
    cudaMemcpy(all, before, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(all + count, u, count * sizeof(float), cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++)
        wave_step<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8), 0, stream>>>(all + (s + 2) % 3 * count, all + (s + 1) % 3 * count,
                                                                              all + s % 3 * count, w, h, k);
    cudaStreamSynchronize(stream);
    cudaMemcpy(u, all + (steps + 1) % 3 * count, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(all);
    cudaStreamDestroy(stream);
}
