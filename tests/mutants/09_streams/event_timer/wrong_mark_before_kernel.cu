// Mistake: the third mark is before the launch, so the kernel's time counts as part of the copy back.
// Expect: wrong-answer
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
    cudaEventRecord(mark[2]);
    stir<<<(m + 255) / 256, 256>>>(d_y, d_x, n, m, rounds);
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
