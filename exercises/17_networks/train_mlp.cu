// train_mlp: the training loop of a network with two layers.
//
//   w1, b1   k rows of `hidden` floats, and `hidden` floats: begin with them, and store what has been learned
//   w2, b2   `hidden` rows of n floats, and n floats: likewise
//   loss     `steps` floats: the loss before each step
//   x        m rows of k floats
//   label    for each row its class, from 0 to n - 1
//
// The kernels are given. A launch: dense<<<blocks(m * n), 128>>>(...), with a thread for each element of the result
// (for loss_and_gradient: for each row).

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

// Adds the mean loss of all m rows to *loss, and overwrites the scores z with its gradient.
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
    // YOUR CODE HERE
}
