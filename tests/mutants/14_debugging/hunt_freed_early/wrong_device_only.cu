// Mistake: frees the space between in its stream; the pinned buffer is filled again while the copy is pending.
// Expect: not-waited async-host-race
#include <vector>

#include <cuda_runtime.h>

__global__ void spread(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[max(i - 1, 0)] + x[i] + x[min(i + 1, n - 1)];
}

static void run_frames(float *y, const unsigned char *x, int n, int frames)
{
    size_t bytes = n * sizeof(float);
    int blocks = (n + 255) / 256;
    cudaStream_t s[2];
    float *d[2];
    std::vector<float *> spare(2); // pinned buffers that no frame uses

    for (int b = 0; b < 2; b++) {
        cudaStreamCreate(&s[b]);
        cudaMalloc(&d[b], bytes);
        cudaMallocHost(&spare[b], bytes);
    }

    for (int f = 0; f < frames; f++) {
        int b = f % 2;
        float *stage = spare.back(), *between;

        spare.pop_back();
        for (int i = 0; i < n; i++)
            stage[i] = x[(size_t)f * n + i] / 8.0f; // <-- here
        cudaMemcpyAsync(d[b], stage, bytes, cudaMemcpyHostToDevice, s[b]);
        spare.push_back(stage);

        cudaMallocAsync(&between, bytes, s[b]);
        spread<<<blocks, 256, 0, s[b]>>>(between, d[b], n);
        spread<<<blocks, 256, 0, s[b]>>>(d[b], between, n);
        cudaFreeAsync(between, s[b]);
        cudaMemcpyAsync(y + (size_t)f * n, d[b], bytes, cudaMemcpyDeviceToHost, s[b]);
    }

    for (int b = 0; b < 2; b++) {
        cudaStreamSynchronize(s[b]);
        cudaStreamDestroy(s[b]);
        cudaFree(d[b]);
        cudaFreeHost(spare[b]);
    }
}

void soften(float *y, const unsigned char *x, int n, int frames)
{
    cudaHostRegister(y, (size_t)frames * n * sizeof(float), cudaHostRegisterDefault);
    run_frames(y, x, n, frames);
    cudaHostUnregister(y);
}
