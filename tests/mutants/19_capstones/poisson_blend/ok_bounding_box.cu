// Right: the steps run over the bounding box of the mask.
// Expect: passed
#include <cuda_runtime.h>
#include <algorithm>

struct box {
    int left, top, right, bottom; // right and bottom: behind the last
};

__global__ void find_box(const unsigned char *mask, int pixels, int w, struct box *box)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < pixels && mask[i]) {
        atomicMin(&box->left, i % w);
        atomicMin(&box->top, i / w);
        atomicMax(&box->right, i % w + 1);
        atomicMax(&box->bottom, i / w + 1);
    }
}

__global__ void prepare(const unsigned char *target, float *a, float *b, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        a[i] = b[i] = target[i];
}

__global__ void step(float *out, const float *old, const unsigned char *patch, const unsigned char *mask, struct box box, int w)
{
    int x = 3 * box.left + blockIdx.x * blockDim.x + threadIdx.x, y = box.top + blockIdx.y * blockDim.y + threadIdx.y, i = 3 * w * y + x;

    if (x < 3 * box.right && y < box.bottom && mask[i / 3]) {
        const unsigned char *p = patch + i;

        out[i] = 0.25f * (old[i - 3] + old[i + 3] + old[i - 3 * w] + old[i + 3 * w]
                          + (4 * p[0] - p[-3] - p[3] - p[-3 * w] - p[3 * w]));
    }
}

void blend(const unsigned char *target, const unsigned char *patch, const unsigned char *mask, float *y, int h, int w, int steps)
{
    struct box box = {w, h, 0, 0}, *d_box;
    int pixels = h * w;
    unsigned char *d_target, *d_patch, *d_mask;
    float *a, *b;

    cudaMalloc(&d_target, 3 * pixels);
    cudaMalloc(&d_patch, 3 * pixels);
    cudaMalloc(&d_mask, pixels);
    cudaMalloc(&a, 3 * pixels * sizeof(float));
    cudaMalloc(&b, 3 * pixels * sizeof(float));
    cudaMalloc(&d_box, sizeof(box));
    cudaMemcpy(d_target, target, 3 * pixels, cudaMemcpyHostToDevice);
    cudaMemcpy(d_patch, patch, 3 * pixels, cudaMemcpyHostToDevice);
    cudaMemcpy(d_mask, mask, pixels, cudaMemcpyHostToDevice);

    cudaMemcpy(d_box, &box, sizeof(box), cudaMemcpyHostToDevice);
    find_box<<<(pixels + 255) / 256, 256>>>(d_mask, pixels, w, d_box);
    cudaMemcpy(&box, d_box, sizeof(box), cudaMemcpyDeviceToHost);
    prepare<<<(3 * pixels + 255) / 256, 256>>>(d_target, a, b, 3 * pixels);
    if (box.right > 0)
        for (int s = 0; s < steps; s++) {
            dim3 block(32, 8), grid((3 * (box.right - box.left) + 31) / 32, (box.bottom - box.top + 7) / 8);

            step<<<grid, block>>>(b, a, d_patch, d_mask, box, w);
            std::swap(a, b);
        }
    cudaMemcpy(y, a, 3 * pixels * sizeof(float), cudaMemcpyDeviceToHost);

    cudaFree(d_target);
    cudaFree(d_patch);
    cudaFree(d_mask);
    cudaFree(a);
    cudaFree(b);
    cudaFree(d_box);
}
