// Forward, loss, backward, step: all of it on the device. The host only launches, and is done long before the device is.
// The losses are collected there, one element for each step: copying each back at once would make the host wait
// `steps` times.
//
// The order of the backward pass matters in one place: dh needs the weights w2 that the forward pass has used.
// So all gradients come first, and the four updates last.
//
// Fourteen small launches for each step: for a network of this size the launches take nearly all the time. A CUDA
// graph of one step, launched `steps` times, is the remedy; fusing is the other one.

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
    size_t f = sizeof(float);
    float *d_w1, *d_b1, *d_w2, *d_b2, *d_loss, *d_x, *d_h, *d_z, *d_dw1, *d_db1, *d_dw2, *d_db2, *d_dh;
    int *d_label;

    cudaMalloc(&d_w1, k * hidden * f);
    cudaMalloc(&d_b1, hidden * f);
    cudaMalloc(&d_w2, hidden * n * f);
    cudaMalloc(&d_b2, n * f);
    cudaMalloc(&d_loss, steps * f);
    cudaMalloc(&d_x, m * k * f);
    cudaMalloc(&d_label, m * sizeof(int));
    cudaMalloc(&d_h, m * hidden * f);
    cudaMalloc(&d_z, m * n * f);
    cudaMalloc(&d_dw1, k * hidden * f);
    cudaMalloc(&d_db1, hidden * f);
    cudaMalloc(&d_dw2, hidden * n * f);
    cudaMalloc(&d_db2, n * f);
    cudaMalloc(&d_dh, m * hidden * f);
    cudaMemcpy(d_w1, w1, k * hidden * f, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b1, b1, hidden * f, cudaMemcpyHostToDevice);
    cudaMemcpy(d_w2, w2, hidden * n * f, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b2, b2, n * f, cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, m * k * f, cudaMemcpyHostToDevice);
    cudaMemcpy(d_label, label, m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_loss, 0, steps * f);

    for (int s = 0; s < steps; s++) {
        dense<<<blocks(m * hidden), 128>>>(d_h, d_x, d_w1, d_b1, m, hidden, k);
        bend<<<blocks(m * hidden), 128>>>(d_h, m * hidden);
        dense<<<blocks(m * n), 128>>>(d_z, d_h, d_w2, d_b2, m, n, hidden);
        loss_and_gradient<<<blocks(m), 128>>>(d_loss + s, d_z, d_label, m, n);

        weight_gradient<<<blocks(hidden * n), 128>>>(d_dw2, d_h, d_z, m, n, hidden);
        bias_gradient<<<blocks(n), 128>>>(d_db2, d_z, m, n);
        input_gradient<<<blocks(m * hidden), 128>>>(d_dh, d_z, d_w2, m, n, hidden);
        bend_backward<<<blocks(m * hidden), 128>>>(d_dh, d_h, m * hidden);
        weight_gradient<<<blocks(k * hidden), 128>>>(d_dw1, d_x, d_dh, m, hidden, k);
        bias_gradient<<<blocks(hidden), 128>>>(d_db1, d_dh, m, hidden);

        descend<<<blocks(k * hidden), 128>>>(d_w1, d_dw1, rate, k * hidden);
        descend<<<blocks(hidden), 128>>>(d_b1, d_db1, rate, hidden);
        descend<<<blocks(hidden * n), 128>>>(d_w2, d_dw2, rate, hidden * n);
        descend<<<blocks(n), 128>>>(d_b2, d_db2, rate, n);
    }

    cudaMemcpy(w1, d_w1, k * hidden * f, cudaMemcpyDeviceToHost);
    cudaMemcpy(b1, d_b1, hidden * f, cudaMemcpyDeviceToHost);
    cudaMemcpy(w2, d_w2, hidden * n * f, cudaMemcpyDeviceToHost);
    cudaMemcpy(b2, d_b2, n * f, cudaMemcpyDeviceToHost);
    cudaMemcpy(loss, d_loss, steps * f, cudaMemcpyDeviceToHost);
    cudaFree(d_w1);
    cudaFree(d_b1);
    cudaFree(d_w2);
    cudaFree(d_b2);
    cudaFree(d_loss);
    cudaFree(d_x);
    cudaFree(d_label);
    cudaFree(d_h);
    cudaFree(d_z);
    cudaFree(d_dw1);
    cudaFree(d_db1);
    cudaFree(d_dw2);
    cudaFree(d_db2);
    cudaFree(d_dh);
}
