// Mistake: the change is not looked at after the first step, even if `every` is 1.
// Expect: wrong-answer
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
    float *d_old, *d_new, *d_source, *d_most;
    int steps = 0;

    cudaMalloc(&d_old, bytes);
    cudaMalloc(&d_new, bytes);
    cudaMalloc(&d_source, bytes);
    cudaMalloc(&d_most, sizeof(float));
    cudaMemcpy(d_old, p, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_source, source, bytes, cudaMemcpyHostToDevice);

    while (steps < most_steps) {
        jacobi_step<<<grid, block>>>(d_new, d_old, d_source, n);
        steps++;

        float *t = d_old;
        d_old = d_new;
        d_new = t;

        if (steps > 1 && steps % every == 0) {
            float most;

            cudaMemset(d_most, 0, sizeof(float));
            largest_change<<<(n * n + 255) / 256, 256>>>(d_most, d_old, d_new, n * n);
            cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
            if (most < tolerance)
                break;
        }
    }

    cudaMemcpy(p, d_old, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_old);
    cudaFree(d_new);
    cudaFree(d_source);
    cudaFree(d_most);
    return steps;
}
