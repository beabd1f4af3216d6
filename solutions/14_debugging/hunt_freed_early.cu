// Memory may go when the last operation that uses it has ended, not when it has been queued.
//
// The pinned buffer went back into the pool while the copy from it was only in the queue, and the next
// frame was written over it. Here each stream keeps its buffer. Before the host fills it again, it
// must know that the copy has ended, and an event says so. The host waits for the copy of the frame
// before last, which is mostly over already. The event of the first round was never recorded, so
// there the wait returns at once. (A pool needs the same: each buffer has an event, and is spare when
// its event has been reached. PyTorch's pool of pinned memory does that.)
//
// cudaFreeAsync is an operation in its stream: it frees when everything before it in *this* stream is
// done. In the other stream that says nothing about the two kernels, and the pool gives the same memory
// to the next frame. In the frame's own stream it comes after them, and costs no wait.
//
// memcheck only knows what is allocated at the moment of an access, so it saw neither mistake.

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
        spread<<<blocks, 256, 0, s[b]>>>(between, d[b], n);
        spread<<<blocks, 256, 0, s[b]>>>(d[b], between, n);
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
