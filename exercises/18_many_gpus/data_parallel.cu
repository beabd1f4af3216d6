// data_parallel: a model that is trained on one device of several.
//
//   x       n rows of k numbers, read only
//   y       n numbers, read only: what the model should predict for each row
//   w       k weights, read and written
//   steps   how many training steps
//   rate    how much the weights change in a step

#include <cuda_runtime.h>

// Adds the gradient of these rows to g: a thread for each row.
__global__ void gradient(const float *x, const float *y, const float *w, float *g, int rows, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float error = 0;

    if (row < rows) {
        for (int j = 0; j < k; j++)
            error += w[j] * x[(size_t)row * k + j];
        error -= y[row];
    }
    for (int j = 0; j < k; j++) {
        float sum = row < rows ? error * x[(size_t)row * k + j] : 0;

        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xFFFFFFFF, sum, d);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&g[j], sum);
    }
}

// Changes the weights. g has the gradients of several parts: k numbers of the first, k of the second, and so on.
__global__ void update(float *w, const float *g, int parts, float scale, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (j < k) {
        float sum = 0;

        for (int p = 0; p < parts; p++)
            sum += g[p * k + j];
        w[j] -= scale * sum;
    }
}

void train(const float *x, const float *y, float *w, int n, int k, int steps, float rate)
{
    float *d_x, *d_y, *d_w, *d_g;

    // YOUR CODE HERE: a part of the rows on each device
    cudaMalloc(&d_x, (size_t)n * k * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMalloc(&d_w, k * sizeof(float));
    cudaMalloc(&d_g, k * sizeof(float));
    cudaMemcpy(d_x, x, (size_t)n * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, w, k * sizeof(float), cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++) {
        cudaMemset(d_g, 0, k * sizeof(float));
        gradient<<<(n + 127) / 128, 128>>>(d_x, d_y, d_w, d_g, n, k);
        update<<<(k + 63) / 64, 64>>>(d_w, d_g, 1, rate / n, k);
    }
    cudaMemcpy(w, d_w, k * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_w);
    cudaFree(d_g);
}
