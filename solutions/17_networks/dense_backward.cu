// Each gradient is a product of the same shape as the layer itself, with one matrix transposed. So a
// training step takes about three times as long as the forward pass alone: one product forward, two back.
//
// dw sums over the batch: the rows of the batch have used the same weights, and each of them contributes. db is
// the same with an x of ones. dx is what the layer before gets as its dy.
//
// dz overwrites dy in the device's memory. The kernels are simple here; the two products deserve the tiles of
// the lesson "Matrix multiplication", or cuBLAS, whose calls take a letter for "transposed" in place of our strides.

#include <cuda_runtime.h>

// Given: c = a b, with `rows` rows, `cols` columns, and sums of `inner` products. Element (r, i) of a is
// a[r * ar + i * ac], and element (i, c) of b is b[i * br + c * bc]. Blocks of 16 x 16 threads.
__global__ void product(float *c, const float *a, const float *b, int rows, int cols, int inner,
                        int ar, int ac, int br, int bc)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows && col < cols) {
        float sum = 0;

        for (int i = 0; i < inner; i++)
            sum += a[row * ar + i * ac] * b[i * br + col * bc];
        c[row * cols + col] = sum;
    }
}

static dim3 blocks(int rows, int cols)
{
    return dim3((cols + 15) / 16, (rows + 15) / 16);
}

__global__ void mask(float *dz, const float *y, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count && y[i] <= 0)
        dz[i] = 0;
}

__global__ void sum_columns(float *db, const float *dz, int m, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (c >= n)
        return;
    for (int r = 0; r < m; r++)
        sum += dz[r * n + c];
    db[c] = sum;
}

void dense_backward(float *dx, float *dw, float *db, const float *dy, const float *y, const float *x, const float *w,
                    int m, int n, int k)
{
    size_t batch = (size_t)m * n * sizeof(float), input = (size_t)m * k * sizeof(float), weights = (size_t)k * n * sizeof(float);
    dim3 threads(16, 16);
    float *d_dx, *d_dw, *d_db, *d_dz, *d_y, *d_x, *d_w;

    cudaMalloc(&d_dx, input);
    cudaMalloc(&d_dw, weights);
    cudaMalloc(&d_db, n * sizeof(float));
    cudaMalloc(&d_dz, batch);
    cudaMalloc(&d_y, batch);
    cudaMalloc(&d_x, input);
    cudaMalloc(&d_w, weights);
    cudaMemcpy(d_dz, dy, batch, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, batch, cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, input, cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, w, weights, cudaMemcpyHostToDevice);

    mask<<<(m * n + 255) / 256, 256>>>(d_dz, d_y, m * n);
    sum_columns<<<(n + 127) / 128, 128>>>(d_db, d_dz, m, n);
    product<<<blocks(k, n), threads>>>(d_dw, d_x, d_dz, k, n, m, 1, k, n, 1);
    product<<<blocks(m, k), threads>>>(d_dx, d_dz, d_w, m, k, n, n, 1, 1, n);

    cudaMemcpy(dx, d_dx, input, cudaMemcpyDeviceToHost);
    cudaMemcpy(dw, d_dw, weights, cudaMemcpyDeviceToHost);
    cudaMemcpy(db, d_db, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_dx);
    cudaFree(d_dw);
    cudaFree(d_db);
    cudaFree(d_dz);
    cudaFree(d_y);
    cudaFree(d_x);
    cudaFree(d_w);
}
