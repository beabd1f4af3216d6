// Mistake: the host's clock. A launch returns at once, so the kernel's time turns up where the host waits for it: in the copy.
// Expect: wrong-answer
#include <chrono>
#include <cuda_runtime.h>

static double now(void)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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
    double mark[4], ms[3];
    int longest = 0;

    cudaMalloc(&d_x, n * sizeof(*d_x));
    cudaMalloc(&d_y, m * sizeof(*d_y));

    mark[0] = now();
    cudaMemcpy(d_x, x, n * sizeof(*d_x), cudaMemcpyHostToDevice);
    mark[1] = now();
    stir<<<(m + 255) / 256, 256>>>(d_y, d_x, n, m, rounds);
    mark[2] = now();
    cudaMemcpy(y, d_y, m * sizeof(*d_y), cudaMemcpyDeviceToHost);
    mark[3] = now();

    for (int k = 0; k < 3; k++) {
        ms[k] = mark[k + 1] - mark[k];
        if (ms[k] > ms[longest])
            longest = k;
    }

    cudaFree(d_x);
    cudaFree(d_y);
    return longest;
}
