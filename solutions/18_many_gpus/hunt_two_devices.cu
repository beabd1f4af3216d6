// The three fixes: memory on the device that uses it, launches on the
// current device, and an event recorded after the work that it covers.
//
// `d_b` belongs to the device that is current when it is allocated. On device 0 the kernel of device 1
// could not reach it: that is what peer access would be for, but then every load would cross the link.
//
// `mix` goes into a stream of device 1, so device 1 has to be current at its launch. Copies, waits and
// events' records do not need that: they take the device from the stream.
//
// `taken` tells device 0 that it may overwrite `d_a`. Recorded before the copy, it only said that
// the copy was about to begin.

#include <cuda_runtime.h>

// The first half of the model, on device 0.
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

// The second half, on device 1.
__global__ void mix(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned int h = x[i];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 13)) * 435761u + k;
        x[i] = h;
    }
}

static void pump(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaStream_t s[2];
    cudaEvent_t computed, taken;
    unsigned int *d_a, *d_b;

    cudaSetDevice(1);
    cudaStreamCreate(&s[1]);
    cudaEventCreateWithFlags(&taken, cudaEventDisableTiming);
    cudaMalloc(&d_b, piece * sizeof(*x));
    cudaSetDevice(0);
    cudaStreamCreate(&s[0]);
    cudaEventCreateWithFlags(&computed, cudaEventDisableTiming);
    cudaMalloc(&d_a, piece * sizeof(*x));

    for (int begin = 0; begin < n; begin += piece) {
        int count = n - begin < piece ? n - begin : piece;
        size_t bytes = count * sizeof(*x);

        cudaSetDevice(0);
        cudaStreamWaitEvent(s[0], taken, 0);
        cudaMemcpyAsync(d_a, x + begin, bytes, cudaMemcpyHostToDevice, s[0]);
        stir<<<(count + 255) / 256, 256, 0, s[0]>>>(d_a, count, rounds);
        cudaEventRecord(computed, s[0]);

        cudaSetDevice(1);
        cudaStreamWaitEvent(s[1], computed, 0);
        cudaMemcpyPeerAsync(d_b, 1, d_a, 0, bytes, s[1]);
        cudaEventRecord(taken, s[1]);
        mix<<<(count + 255) / 256, 256, 0, s[1]>>>(d_b, count, rounds);
        cudaMemcpyAsync(y + begin, d_b, bytes, cudaMemcpyDeviceToHost, s[1]);
    }
    cudaStreamSynchronize(s[1]);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaEventDestroy(computed);
    cudaEventDestroy(taken);
    for (int d = 0; d < 2; d++)
        cudaStreamDestroy(s[d]);
}

void relay(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterPortable);
    cudaHostRegister(y, n * sizeof(*y), cudaHostRegisterPortable);
    pump(x, y, n, piece, rounds);
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
