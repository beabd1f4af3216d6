// heat_solve: steps of Jacobi's iteration until the plate hardly changes.
//
//   p           n rows of n floats in the host's memory: the plate, before and after
//   source      n rows of n floats: the heat that arrives
//   tolerance   stop when the largest change of a step is less
//   every       look at the change after so many steps
//   most_steps  stop after so many in any case
//
// Returns the number of steps. The results are right already. Count the copies.

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void jacobi_step(float *out, const float *old, const float *source, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, i = r * n + c;

    if (r >= n || c >= n)
        return;
    if (r == 0 || c == 0 || r == n - 1 || c == n - 1)
        out[i] = old[i];
    else
        out[i] = 0.25f * (old[i - 1] + old[i + 1] + old[i - n] + old[i + n] + source[i]);
}

__global__ void largest_change(float *most, const float *a, const float *b, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        atomicMax((int *)most, __float_as_int(fabsf(a[i] - b[i])));
}

int heat_solve(float *p, const float *source, int n, float tolerance, int every, int most_steps)
{
    dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
    size_t bytes = (size_t)n * n * sizeof(float);
    float *d_old, *d_new, *d_source, *after = (float *)malloc(bytes);
    int steps = 0;

    cudaMalloc(&d_old, bytes);
    cudaMalloc(&d_new, bytes);
    cudaMalloc(&d_source, bytes);
    cudaMemcpy(d_source, source, bytes, cudaMemcpyHostToDevice);

    // YOUR CODE HERE: the plates stay on the device, and largest_change looks for the change
    while (steps < most_steps) {
        float most = 0;

        cudaMemcpy(d_old, p, bytes, cudaMemcpyHostToDevice);
        jacobi_step<<<grid, block>>>(d_new, d_old, d_source, n);
        cudaMemcpy(after, d_new, bytes, cudaMemcpyDeviceToHost);
        steps++;
        for (int i = 0; i < n * n; i++) {
            float change = after[i] > p[i] ? after[i] - p[i] : p[i] - after[i];
            most = change > most ? change : most;
            p[i] = after[i];
        }
        if (steps % every == 0 && most < tolerance)
            break;
    }

    free(after);
    cudaFree(d_old);
    cudaFree(d_new);
    cudaFree(d_source);
    return steps;
}
