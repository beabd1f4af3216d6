// Two buffers: the next state replaces the one before it, each point by the thread that reads it.
// Expect: passed
#include <cuda_runtime.h>

__global__ void wave_step(float *other, const float *now, int w, int h, float k)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r < h && c < w) {
        float v = now[r * w + c];
        bool inside = r > 0 && r + 1 < h && c > 0 && c + 1 < w;

        if (inside) {
            float pull = now[r * w + c - 1] + now[r * w + c + 1] + now[(r - 1) * w + c] + now[(r + 1) * w + c];

            v = 2 * v - other[r * w + c] + k * (pull - 4 * v);
        }
        other[r * w + c] = v;
    }
}

void wave(float *u, const float *before, int w, int h, int steps, float k)
{
    dim3 block(64, 4), grid((w + 63) / 64, (h + 3) / 4);
    size_t bytes = sizeof(float) * w * h;
    float *state[2];

    for (int i = 0; i < 2; i++) {
        cudaMalloc(&state[i], bytes);
        cudaMemcpy(state[i], i ? before : u, bytes, cudaMemcpyHostToDevice);
    }
    for (int s = 0; s < steps; s++)
        wave_step<<<grid, block>>>(state[(s + 1) % 2], state[s % 2], w, h, k);
    cudaMemcpy(u, state[steps % 2], bytes, cudaMemcpyDeviceToHost);
    cudaFree(state[0]);
    cudaFree(state[1]);
}
