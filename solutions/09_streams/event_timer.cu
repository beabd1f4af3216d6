// Four marks around three parts; the time of a part runs from its mark to the next.
//
// An event is work like any other: recording it only puts it into the stream, and the device notes
// the time when it gets there. That is why events measure a kernel correctly, while the host's
// clock would stop as soon as the launch returns, long before the kernel ends. It is also why you
// have to wait for the last event before you get a time: until then there is none to return. All three
// parts and all four events are in the same stream, so they run in the order in which they are
// written here.

#include <cuda_runtime.h>

__global__ void stir(unsigned int *y, const unsigned int *x, int n, int m, int rounds)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (j < m) {
        unsigned int h = x[j % n];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 15)) * 739997u + k;
        y[j] = h;
    }
}

int slowest(const unsigned int *x, unsigned int *y, int n, int m, int rounds)
{
    unsigned int *d_x, *d_y;
    cudaEvent_t mark[4];
    float ms[3];
    int longest = 0;

    for (int k = 0; k < 4; k++)
        cudaEventCreate(&mark[k]);
    cudaMalloc(&d_x, n * sizeof(*d_x));
    cudaMalloc(&d_y, m * sizeof(*d_y));

    cudaEventRecord(mark[0]);
    cudaMemcpy(d_x, x, n * sizeof(*d_x), cudaMemcpyHostToDevice);
    cudaEventRecord(mark[1]);
    stir<<<(m + 255) / 256, 256>>>(d_y, d_x, n, m, rounds);
    cudaEventRecord(mark[2]);
    cudaMemcpy(y, d_y, m * sizeof(*d_y), cudaMemcpyDeviceToHost);
    cudaEventRecord(mark[3]);

    cudaEventSynchronize(mark[3]);
    for (int k = 0; k < 3; k++) {
        cudaEventElapsedTime(&ms[k], mark[k], mark[k + 1]);
        if (ms[k] > ms[longest])
            longest = k;
    }

    cudaFree(d_x);
    cudaFree(d_y);
    for (int k = 0; k < 4; k++)
        cudaEventDestroy(mark[k]);
    return longest;
}
