// A kernel for each thing, and a thread for each number; the gradients have arrays of their own, and one kernel makes the step.
// Expect: passed
#include <cuda_runtime.h>

__global__ void convolve(float *z, const float *x, const float *w, const float *b, int m, int f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m * f * 100) {
        int k = i / 100 % f, r = i % 100 / 10, c = i % 10;
        const float *p = x + i / (100 * f) * 144 + r * 12 + c;
        float sum = b[k];

        for (int j = 0; j < 9; j++)
            sum += p[j / 3 * 12 + j % 3] * w[k * 9 + j];
        z[i] = sum;
    }
}

// h: the features. z becomes a map of the places that hand gradients back: 1 there, and 0 elsewhere.
__global__ void pool(float *h, float *z, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count) {
        float *p = z + i / 25 * 100 + i % 25 / 5 * 20 + i % 5 * 2, *best = p;

        if (p[1] > *best)
            best = p + 1;
        if (p[10] > *best)
            best = p + 10;
        if (p[11] > *best)
            best = p + 11;
        float most = *best;
        p[0] = p[1] = p[10] = p[11] = 0;
        *best = most > 0;
        h[i] = most > 0 ? most : 0;
    }
}

__global__ void scores(float *s, const float *h, const float *w, const float *b, int m, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m * 10) {
        float sum = b[i % 10];

        for (int k = 0; k < count; k++)
            sum += h[i / 10 * count + k] * w[i % 10 * count + k];
        s[i] = sum;
    }
}

__global__ void softmax(float *s, const unsigned char *label, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m) {
        float *row = s + i * 10, most = -INFINITY, sum = 0;

        for (int d = 0; d < 10; d++)
            most = fmaxf(most, row[d]);
        for (int d = 0; d < 10; d++)
            sum += row[d] = expf(row[d] - most);
        for (int d = 0; d < 10; d++)
            row[d] = (row[d] / sum - (label[i] == d ? 1.0f : 0.0f)) / m;
    }
}

__global__ void feature_gradient(float *dh, const float *h, const float *s, const float *w, int m, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m * count) {
        float sum = 0;

        for (int d = 0; d < 10; d++)
            sum += s[i / count * 10 + d] * w[d * count + i % count];
        dh[i] = h[i] > 0 ? sum : 0;
    }
}

__global__ void dense_gradient(float *dw, float *db, const float *s, const float *h, int m, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < 10 * count) {
        float sum = 0;

        for (int r = 0; r < m; r++)
            sum += s[r * 10 + i / count] * h[r * count + i % count];
        dw[i] = sum;
    } else if (i < 10 * count + 10) {
        float sum = 0;

        for (int r = 0; r < m; r++)
            sum += s[r * 10 + i - 10 * count];
        db[i - 10 * count] = sum;
    }
}

// A warp for each weight of a filter, the bias as the tenth.
__global__ void filter_gradient(float *dw, float *db, const float *dh, const float *map, const float *x, int m, int f)
{
    int k = blockIdx.x, j = threadIdx.y, lane = threadIdx.x;
    float sum = 0;

    for (int p = lane; p < m * 100; p += 32) {
        int i = p / 100, q = p % 100, r = q / 10, c = q % 10;

        if (map[(i * f + k) * 100 + q] > 0) {
            float g = dh[(i * f + k) * 25 + r / 2 * 5 + c / 2];

            sum += j < 9 ? g * x[i * 144 + (r + j / 3) * 12 + c + j % 3] : g;
        }
    }
    for (int s = 1; s < 32; s *= 2)
        sum += __shfl_xor_sync(~0u, sum, s);
    if (lane == 0)
        *(j < 9 ? &dw[k * 9 + j] : &db[k]) = sum;
}

__global__ void step(float *w, const float *g, int count, float rate)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        w[i] -= rate * g[i];
}

static int blocks(int n)
{
    return (n + 63) / 64;
}

void train_cnn(float *filter, float *bias, float *dense, float *offset, const float *image, const unsigned char *label,
               int n, int f, int batch, int passes, float rate)
{
    // All weights lie in one array, and their gradients in another: filter, bias, dense, offset.
    int count = f * 25, at_bias = 9 * f, at_dense = 10 * f, at_offset = at_dense + 10 * count, all = at_offset + 10;
    float *w, *g, *x, *z, *h, *s, *dh;
    unsigned char *d_label;

    cudaMalloc(&w, all * sizeof(float));
    cudaMalloc(&g, all * sizeof(float));
    cudaMalloc(&x, n * 144 * sizeof(float));
    cudaMalloc(&d_label, n);
    cudaMalloc(&z, batch * f * 100 * sizeof(float));
    cudaMalloc(&h, batch * count * sizeof(float));
    cudaMalloc(&dh, batch * count * sizeof(float));
    cudaMalloc(&s, batch * 10 * sizeof(float));
    cudaMemcpy(w, filter, 9 * f * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(w + at_bias, bias, f * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(w + at_dense, dense, 10 * count * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(w + at_offset, offset, 10 * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(x, image, n * 144 * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(d_label, label, n, cudaMemcpyDefault);
    for (int t = 0; t < passes * ((n + batch - 1) / batch); t++) {
        int first = t % ((n + batch - 1) / batch) * batch, m = min(batch, n - first);

        convolve<<<blocks(m * f * 100), 64>>>(z, x + first * 144, w, w + at_bias, m, f);
        pool<<<blocks(m * count), 64>>>(h, z, m * count);
        scores<<<blocks(m * 10), 64>>>(s, h, w + at_dense, w + at_offset, m, count);
        softmax<<<blocks(m), 64>>>(s, d_label + first, m);
        feature_gradient<<<blocks(m * count), 64>>>(dh, h, s, w + at_dense, m, count);
        dense_gradient<<<blocks(10 * count + 10), 64>>>(g + at_dense, g + at_offset, s, h, m, count);
        filter_gradient<<<f, dim3(32, 10)>>>(g, g + at_bias, dh, z, x + first * 144, m, f);
        step<<<blocks(all), 64>>>(w, g, all, rate);
    }
    cudaMemcpy(filter, w, 9 * f * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(bias, w + at_bias, f * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(dense, w + at_dense, 10 * count * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(offset, w + at_offset, 10 * sizeof(float), cudaMemcpyDefault);
    cudaFree(w);
    cudaFree(g);
    cudaFree(x);
    cudaFree(d_label);
    cudaFree(z);
    cudaFree(h);
    cudaFree(dh);
    cudaFree(s);
}
