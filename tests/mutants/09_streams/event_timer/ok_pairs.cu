// Expect: passed
// A pair of events for each part.
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
    cudaEvent_t begin[3], end[3];
    float ms[3];
    int longest = 0;

    for (int k = 0; k < 3; k++) {
        cudaEventCreate(&begin[k]);
        cudaEventCreate(&end[k]);
    }
    cudaMalloc(&d_x, n * sizeof(*d_x));
    cudaMalloc(&d_y, m * sizeof(*d_y));

    cudaEventRecord(begin[0]);
    cudaMemcpy(d_x, x, n * sizeof(*d_x), cudaMemcpyHostToDevice);
    cudaEventRecord(end[0]);
    cudaEventRecord(begin[1]);
    stir<<<(m + 255) / 256, 256>>>(d_y, d_x, n, m, rounds);
    cudaEventRecord(end[1]);
    cudaEventRecord(begin[2]);
    cudaMemcpy(y, d_y, m * sizeof(*d_y), cudaMemcpyDeviceToHost);
    cudaEventRecord(end[2]);

    cudaDeviceSynchronize();
    for (int k = 0; k < 3; k++) {
        cudaEventElapsedTime(&ms[k], begin[k], end[k]);
        if (ms[k] > ms[longest])
            longest = k;
    }

    cudaFree(d_x);
    cudaFree(d_y);
    for (int k = 0; k < 3; k++) {
        cudaEventDestroy(begin[k]);
        cudaEventDestroy(end[k]);
    }
    return longest;
}
