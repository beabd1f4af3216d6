// An event covers what was put into its stream before it, and nothing else.
//
// `loaded` was recorded before the copy in, so it said: "what came before this copy is done". The
// kernel began while its piece was still arriving. `done` was recorded before the copy back, so it
// said: "the kernel is done". The next copy in overwrote results that were still being copied out.
// Each record belongs right after the last operation that uses the buffer.
//
// It was right all along that work waits for `loaded` and up waits for `done`: no line is missing,
// two lines come too early. Neither racecheck nor memcheck sees it, since no single kernel is wrong,
// and it fails only if a copy is slow at the wrong moment. To find it without such a report, make
// everything wait, with cudaDeviceSynchronize() after each line. If the mistake is gone, it is one
// of order. Then take the waits away again, half of them at a time.
//
// The host waits for `work` alone, whose last operation comes after everything in `up`.

#include <cuda_runtime.h>

__global__ void stir(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned int h = x[i];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 15)) * 739997u + k;
        x[i] = h;
    }
}

static void pump(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaStream_t up, work;
    cudaEvent_t loaded[2], done[2];
    unsigned int *d[2];

    cudaStreamCreate(&up);
    cudaStreamCreate(&work);
    for (int b = 0; b < 2; b++) {
        cudaMalloc(&d[b], piece * sizeof(*x));
        cudaEventCreateWithFlags(&loaded[b], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&done[b], cudaEventDisableTiming);
    }

    for (int begin = 0; begin < n; begin += piece) {
        int count = n - begin < piece ? n - begin : piece, b = begin / piece % 2;
        size_t bytes = count * sizeof(*x);

        cudaStreamWaitEvent(up, done[b], 0);
        cudaMemcpyAsync(d[b], x + begin, bytes, cudaMemcpyHostToDevice, up);
        cudaEventRecord(loaded[b], up);

        cudaStreamWaitEvent(work, loaded[b], 0);
        stir<<<(count + 255) / 256, 256, 0, work>>>(d[b], count, rounds);
        cudaMemcpyAsync(y + begin, d[b], bytes, cudaMemcpyDeviceToHost, work);
        cudaEventRecord(done[b], work);
    }
    cudaStreamSynchronize(work);

    for (int b = 0; b < 2; b++) {
        cudaFree(d[b]);
        cudaEventDestroy(loaded[b]);
        cudaEventDestroy(done[b]);
    }
    cudaStreamDestroy(up);
    cudaStreamDestroy(work);
}

void relay(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterDefault);
    cudaHostRegister(y, n * sizeof(*y), cudaHostRegisterDefault);
    pump(x, y, n, piece, rounds);
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
