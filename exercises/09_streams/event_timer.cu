// event_timer: which of a program's three parts takes longest?
//
//   x   n numbers, read only
//   y   m numbers that the kernel computes from them; leave that as it is
//
// slowest() returns 0 for the copy to the device, 1 for the kernel, 2 for the copy back. The stub
// only guesses.

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

    cudaMalloc(&d_x, n * sizeof(*d_x));
    cudaMalloc(&d_y, m * sizeof(*d_y));

    // YOUR CODE HERE: events around each of the three
    cudaMemcpy(d_x, x, n * sizeof(*d_x), cudaMemcpyHostToDevice);
    stir<<<(m + 255) / 256, 256>>>(d_y, d_x, n, m, rounds);
    cudaMemcpy(y, d_y, m * sizeof(*d_y), cudaMemcpyDeviceToHost);

    cudaFree(d_x);
    cudaFree(d_y);
    return 1;
}
