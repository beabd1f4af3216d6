// One block does everything, with barriers between the parts.
// Expect: passed
#include <cuda_runtime.h>

__global__ void all_steps(float *w1, float *b1, float *w2, float *b2, float *loss, const float *x, const int *label, float *h, float *dh, float *z,
                          int m, int k, int hidden, int n, int steps, float rate)
{
    int t = threadIdx.x;

    for (int s = 0; s < steps; s++) {
        for (int i = t; i < m * hidden; i += 128) {
            float sum = b1[i % hidden];

            for (int j = 0; j < k; j++)
                sum += x[i / hidden * k + j] * w1[j * hidden + i % hidden];
            h[i] = tanhf(sum);
        }
        __syncthreads();
        for (int r = t; r < m; r += 128) {
            float *row = z + r * n, sum = 0;

            for (int c = 0; c < n; c++) {
                row[c] = b2[c];
                for (int j = 0; j < hidden; j++)
                    row[c] += h[r * hidden + j] * w2[j * n + c];
                sum += expf(row[c]);
            }
            dh[r] = logf(sum) - row[label[r]];
            for (int c = 0; c < n; c++)
                row[c] = (expf(row[c]) / sum - (c == label[r])) / m;
        }
        __syncthreads();
        if (t == 0) {
            float sum = 0;

            for (int r = 0; r < m; r++)
                sum += dh[r];
            loss[s] = sum / m;
        }
        __syncthreads();
        for (int i = t; i < m * hidden; i += 128) {
            float sum = 0;

            for (int c = 0; c < n; c++)
                sum += z[i / hidden * n + c] * w2[i % hidden * n + c];
            dh[i] = sum * (1 - h[i] * h[i]);
        }
        __syncthreads();
        for (int i = t; i < (k + 1) * hidden; i += 128) {
            float sum = 0;

            for (int r = 0; r < m; r++)
                sum += dh[r * hidden + i % hidden] * (i < k * hidden ? x[r * k + i / hidden] : 1);
            (i < k * hidden ? w1 : b1 - k * hidden)[i] -= rate * sum;
        }
        for (int i = t; i < (hidden + 1) * n; i += 128) {
            float sum = 0;

            for (int r = 0; r < m; r++)
                sum += z[r * n + i % n] * (i < hidden * n ? h[r * hidden + i / n] : 1);
            (i < hidden * n ? w2 : b2 - hidden * n)[i] -= rate * sum;
        }
        __syncthreads();
    }
}

void train(float *w1, float *b1, float *w2, float *b2, float *loss, const float *x, const int *label,
           int m, int k, int hidden, int n, int steps, float rate)
{
    float *d[9];
    int *classes, size[9] = { k * hidden, hidden, hidden * n, n, m * k, steps, m * hidden, m * hidden, m * n };
    const float *from[5] = { w1, b1, w2, b2, x };
    float *to[4] = { w1, b1, w2, b2 };

    for (int i = 0; i < 9; i++) {
        cudaMalloc(&d[i], size[i] * sizeof(float));
        if (i < 5)
            cudaMemcpy(d[i], from[i], size[i] * sizeof(float), cudaMemcpyHostToDevice);
    }
    cudaMalloc(&classes, m * sizeof(int));
    cudaMemcpy(classes, label, m * sizeof(int), cudaMemcpyHostToDevice);
    all_steps<<<1, 128>>>(d[0], d[1], d[2], d[3], d[5], d[4], classes, d[6], d[7], d[8], m, k, hidden, n, steps, rate);
    for (int i = 0; i < 4; i++)
        cudaMemcpy(to[i], d[i], size[i] * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(loss, d[5], steps * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 9; i++)
        cudaFree(d[i]);
    cudaFree(classes);
}
