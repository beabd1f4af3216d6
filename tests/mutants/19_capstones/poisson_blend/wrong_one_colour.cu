// Mistake: only red is blended.
// Expect: wrong-answer
#include <cuda_runtime.h>
#include <algorithm>

// Both arrays get the target, and every pixel of the mask a place in the list.
__global__ void prepare(const unsigned char *target, const unsigned char *mask, float *a, float *b, int pixels, int *list, int *length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, base = 0;
    bool in = i < pixels && mask[i];
    unsigned int all = __ballot_sync(0xFFFFFFFF, in);

    if (lane == 0 && all)
        base = atomicAdd(length, __popc(all));
    base = __shfl_sync(0xFFFFFFFF, base, 0);
    if (in)
        list[base + __popc(all & ((1u << lane) - 1))] = i;
    if (i < pixels)
        for (int k = 3 * i; k < 3 * i + 3; k++)
            a[k] = b[k] = target[k];
}

// What the patch adds to each number in every step.
__global__ void make_guide(const unsigned char *patch, const int *list, int count, float *guide, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    if (t < count) {
        const unsigned char *p = patch + 3 * list[t] + 0;

        guide[t] = 0.25f * (4 * p[0] - p[-3] - p[3] - p[-3 * w] - p[3 * w]);
    }
}

__global__ void step(float *out, const float *old, const int *list, int count, const float *guide, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    if (t < count) {
        int i = 3 * list[t];

        out[i] = 0.25f * (old[i - 3] + old[i + 3] + old[i - 3 * w] + old[i + 3 * w]) + guide[t];
    }
}

void blend(const unsigned char *target, const unsigned char *patch, const unsigned char *mask, float *y, int h, int w, int steps)
{
    int pixels = h * w, count, *list, *length;
    unsigned char *d_target, *d_patch, *d_mask;
    float *a, *b, *guide;

    cudaMalloc(&d_target, 3 * pixels);
    cudaMalloc(&d_patch, 3 * pixels);
    cudaMalloc(&d_mask, pixels);
    cudaMalloc(&a, 3 * pixels * sizeof(float));
    cudaMalloc(&b, 3 * pixels * sizeof(float));
    cudaMalloc(&guide, 3 * pixels * sizeof(float));
    cudaMalloc(&list, pixels * sizeof(int));
    cudaMalloc(&length, sizeof(int));
    cudaMemset(length, 0, sizeof(int));
    cudaMemcpy(d_target, target, 3 * pixels, cudaMemcpyHostToDevice);
    cudaMemcpy(d_patch, patch, 3 * pixels, cudaMemcpyHostToDevice);
    cudaMemcpy(d_mask, mask, pixels, cudaMemcpyHostToDevice);

    prepare<<<(pixels + 255) / 256, 256>>>(d_target, d_mask, a, b, pixels, list, length);
    cudaMemcpy(&count, length, sizeof(int), cudaMemcpyDeviceToHost);
    if (count > 0 && steps > 0) {
        make_guide<<<(count + 127) / 128, 128>>>(d_patch, list, count, guide, w);
        for (int s = 0; s < steps; s++) {
            step<<<(count + 127) / 128, 128>>>(b, a, list, count, guide, w);
            std::swap(a, b);
        }
    }
    cudaMemcpy(y, a, 3 * pixels * sizeof(float), cudaMemcpyDeviceToHost);

    cudaFree(d_target);
    cudaFree(d_patch);
    cudaFree(d_mask);
    cudaFree(a);
    cudaFree(b);
    cudaFree(guide);
    cudaFree(list);
    cudaFree(length);
}
