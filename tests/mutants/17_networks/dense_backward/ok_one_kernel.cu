// One kernel of many threads: each asks which gradient its number belongs to. The mask is applied while reading.
// Expect: passed
#include <cuda_runtime.h>

__device__ float masked(const float *dy, const float *y, size_t i)
{
    return y[i] > 0 ? dy[i] : 0;
}

__global__ void gradients(float *dx, float *dw, float *db, const float *dy, const float *y, const float *x, const float *w, int m, int n, int k)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float sum = 0;

    if (i < (size_t)m * k) {
        int r = i / k, c = i % k;
        for (int j = 0; j < n; j++)
            sum += masked(dy, y, (size_t)r * n + j) * w[c * n + j];
        dx[i] = sum;
        return;
    }
    i -= (size_t)m * k;
    if (i < (size_t)k * n) {
        int r = i / n, c = i % n;
        for (int j = 0; j < m; j++)
            sum += x[j * k + r] * masked(dy, y, (size_t)j * n + c);
        dw[i] = sum;
        return;
    }
    i -= (size_t)k * n;
    if (i < n) {
        for (int j = 0; j < m; j++)
            sum += masked(dy, y, (size_t)j * n + i);
        db[i] = sum;
    }
}

void dense_backward(float *dx, float *dw, float *db, const float *dy, const float *y, const float *x, const float *w, int m, int n, int k)
{
    size_t mn = (size_t)m * n, mk = (size_t)m * k, kn = (size_t)k * n;
    float *pool;

    cudaMalloc(&pool, 4 * (2 * mn + 2 * mk + 2 * kn + n));
    float *d_dy = pool, *d_y = d_dy + mn, *d_x = d_y + mn, *d_w = d_x + mk, *d_dx = d_w + kn, *d_dw = d_dx + mk, *d_db = d_dw + kn;
    cudaMemcpy(d_dy, dy, 4 * mn, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, 4 * mn, cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, 4 * mk, cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, w, 4 * kn, cudaMemcpyHostToDevice);
    gradients<<<(unsigned)((mk + kn + n + 127) / 128), 128>>>(d_dx, d_dw, d_db, d_dy, d_y, d_x, d_w, m, n, k);
    cudaMemcpy(dx, d_dx, 4 * mk, cudaMemcpyDeviceToHost);
    cudaMemcpy(dw, d_dw, 4 * kn, cudaMemcpyDeviceToHost);
    cudaMemcpy(db, d_db, 4 * n, cudaMemcpyDeviceToHost);
    cudaFree(pool);
}
