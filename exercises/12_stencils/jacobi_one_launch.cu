// jacobi_one_launch: many steps of Jacobi's iteration.
//
//   p       n rows of n floats in the host's memory: the plate, before and after
//   source  n rows of n floats: the heat that arrives
//   steps   the number of steps, 0 or more
//
// The results are right already. Count the launches.

#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void all_steps(float *out, const float *old, const float *source, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * n; i += gridDim.x * blockDim.x) {
        int r = i / n, c = i % n;

        if (r == 0 || c == 0 || r == n - 1 || c == n - 1)
            out[i] = old[i];
        else
            out[i] = 0.25f * (old[i - 1] + old[i + 1] + old[i - n] + old[i + n] + source[i]);
    }
}

void jacobi(float *p, const float *source, int n, int steps)
{
    size_t bytes = (size_t)n * n * sizeof(float);
    float *d_a, *d_b, *d_source;

    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_source, bytes);
    cudaMemcpy(d_a, p, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_source, source, bytes, cudaMemcpyHostToDevice);

    // YOUR CODE HERE: one cooperative launch
    for (int s = 0; s < steps; s++) {
        all_steps<<<(n * n + 255) / 256, 256>>>(d_b, d_a, d_source, n);

        float *t = d_a;
        d_a = d_b;
        d_b = t;
    }

    cudaMemcpy(p, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_source);
}
