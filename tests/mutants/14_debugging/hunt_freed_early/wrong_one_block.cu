// Mistake: one block of each launch goes through all the numbers, on one multiprocessor.
// Expect: rule-broken working_blocks
#include <cuda_runtime.h>

__global__ void spread(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (; i < n; i += blockDim.x)
        y[i] = x[max(i - 1, 0)] + x[i] + x[min(i + 1, n - 1)];
}

static void run_frames(float *y, const unsigned char *x, int n, int frames)
{
    size_t bytes = n * sizeof(float);
    int blocks = (n + 255) / 256;
    cudaStream_t s[2];
    cudaEvent_t sent[2];
    float *d[2], *stage[2];

    for (int b = 0; b < 2; b++) {
        cudaStreamCreate(&s[b]);
        cudaMalloc(&d[b], bytes);
        cudaMallocHost(&stage[b], bytes);
        cudaEventCreateWithFlags(&sent[b], cudaEventDisableTiming);
    }

    for (int f = 0; f < frames; f++) {
        int b = f % 2;
        float *between;

        cudaEventSynchronize(sent[b]);
        for (int i = 0; i < n; i++)
            stage[b][i] = x[(size_t)f * n + i] / 8.0f;
        cudaMemcpyAsync(d[b], stage[b], bytes, cudaMemcpyHostToDevice, s[b]);
        cudaEventRecord(sent[b], s[b]);

        cudaMallocAsync(&between, bytes, s[b]);
        spread<<<1, 1024, 0, s[b]>>>(between, d[b], n); // <-- here
        spread<<<1, 1024, 0, s[b]>>>(d[b], between, n);
        cudaFreeAsync(between, s[b]);
        cudaMemcpyAsync(y + (size_t)f * n, d[b], bytes, cudaMemcpyDeviceToHost, s[b]);
    }

    for (int b = 0; b < 2; b++) {
        cudaStreamSynchronize(s[b]);
        cudaStreamDestroy(s[b]);
        cudaFree(d[b]);
        cudaFreeHost(stage[b]);
        cudaEventDestroy(sent[b]);
    }
}

void soften(float *y, const unsigned char *x, int n, int frames)
{
    cudaHostRegister(y, (size_t)frames * n * sizeof(float), cudaHostRegisterDefault);
    run_frames(y, x, n, frames);
    cudaHostUnregister(y);
}
