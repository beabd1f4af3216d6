// All arrays are in one allocation, so one memset clears the losses with all else. The gradients lie like the
// weights, so one launch updates everything.
// Expect: passed
#include <cuda_runtime.h>

// y = x w + b, with m rows, n columns, and k columns of x.
__global__ void dense(float *y, const float *x, const float *w, const float *b, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m * n) {
        float sum = b[i % n];

        for (int j = 0; j < k; j++)
            sum += x[i / n * k + j] * w[j * n + i % n];
        y[i] = sum;
    }
}

// h = tanh(h)
__global__ void bend(float *h, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        h[i] = tanhf(h[i]);
}

// Adds the mean loss of all m rows to *loss, and stores its gradient in the place of the scores z.
__global__ void loss_and_gradient(float *loss, float *z, const int *label, int m, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < m) {
        float *row = z + r * n, most = row[0], sum = 0;

        for (int c = 1; c < n; c++)
            most = fmaxf(most, row[c]);
        for (int c = 0; c < n; c++)
            sum += expf(row[c] - most);
        atomicAdd(loss, (logf(sum) + most - row[label[r]]) / m);
        for (int c = 0; c < n; c++)
            row[c] = (expf(row[c] - most) / sum - (c == label[r])) / m;
    }
}

// dw = x transposed times dz: k rows, n columns, and sums over m.
__global__ void weight_gradient(float *dw, const float *x, const float *dz, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < k * n) {
        float sum = 0;

        for (int r = 0; r < m; r++)
            sum += x[r * k + i / n] * dz[r * n + i % n];
        dw[i] = sum;
    }
}

// db: the sums of the columns of dz.
__global__ void bias_gradient(float *db, const float *dz, int m, int n)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c < n) {
        float sum = 0;

        for (int r = 0; r < m; r++)
            sum += dz[r * n + c];
        db[c] = sum;
    }
}

// dx = dz times w transposed: m rows, k columns, and sums over n.
__global__ void input_gradient(float *dx, const float *dz, const float *w, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m * k) {
        float sum = 0;

        for (int c = 0; c < n; c++)
            sum += dz[i / k * n + c] * w[i % k * n + c];
        dx[i] = sum;
    }
}

// Back through the tanh: d *= 1 - h * h, where h is what tanh gave.
__global__ void bend_backward(float *d, const float *h, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        d[i] *= 1 - h[i] * h[i];
}

// w -= rate * dw
__global__ void descend(float *w, const float *dw, float rate, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        w[i] -= rate * dw[i];
}

static int blocks(int threads)
{
    return (threads + 127) / 128;
}

void train(float *w1, float *b1, float *w2, float *b2, float *loss, const float *x, const int *label,
           int m, int k, int hidden, int n, int steps, float rate)
{
    int size = k * hidden + hidden + hidden * n + n;
    float *p, *g, *more;
    int *classes;

    cudaMalloc(&p, (2 * size + steps + m * (k + 2 * hidden + n)) * sizeof(float));
    cudaMalloc(&classes, m * sizeof(int));
    g = p + size;
    more = g + size;
    float *p_b1 = p + k * hidden, *p_w2 = p_b1 + hidden, *p_b2 = p_w2 + hidden * n;
    float *g_b1 = g + k * hidden, *g_w2 = g_b1 + hidden, *g_b2 = g_w2 + hidden * n;
    float *losses = more, *in = losses + steps, *h = in + m * k, *dh = h + m * hidden, *z = dh + m * hidden;

    cudaMemset(p, 0, (2 * size + steps) * sizeof(float));
    cudaMemcpyAsync(p, w1, k * hidden * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(p_b1, b1, hidden * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(p_w2, w2, hidden * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(p_b2, b2, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(in, x, m * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyAsync(classes, label, m * sizeof(int), cudaMemcpyHostToDevice);
    for (int s = steps; s > 0; s--, losses++) {
        dense<<<blocks(m * hidden), 128>>>(h, in, p, p_b1, m, hidden, k);
        bend<<<blocks(m * hidden), 128>>>(h, m * hidden);
        dense<<<blocks(m * n), 128>>>(z, h, p_w2, p_b2, m, n, hidden);
        loss_and_gradient<<<blocks(m), 128>>>(losses, z, classes, m, n);
        input_gradient<<<blocks(m * hidden), 128>>>(dh, z, p_w2, m, n, hidden);
        bend_backward<<<blocks(m * hidden), 128>>>(dh, h, m * hidden);
        bias_gradient<<<blocks(hidden), 128>>>(g_b1, dh, m, hidden);
        bias_gradient<<<blocks(n), 128>>>(g_b2, z, m, n);
        weight_gradient<<<blocks(k * hidden), 128>>>(g, in, dh, m, hidden, k);
        weight_gradient<<<blocks(hidden * n), 128>>>(g_w2, h, z, m, n, hidden);
        descend<<<blocks(size), 128>>>(p, g, rate, size);
    }
    cudaMemcpy(w1, p, k * hidden * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(b1, p_b1, hidden * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(w2, p_w2, hidden * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(b2, p_b2, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(loss, more, steps * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(p);
    cudaFree(classes);
}
