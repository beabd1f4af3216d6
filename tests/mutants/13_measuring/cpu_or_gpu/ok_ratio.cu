// Expect: passed
// The comparison solved for the work: multiplications against bytes, in whole numbers.
#include <cuda_runtime.h>

__global__ void layer(float *y, const float *x, const float *w, int inputs, int outputs, int batch)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, b = k / outputs, o = k % outputs;
    float sum = 0;

    if (b >= batch)
        return;
    for (int i = 0; i < inputs; i++)
        sum += x[b * inputs + i] * w[o * inputs + i];
    y[k] = sum;
}

static void on_device(float *y, const float *x, const float *w, int inputs, int outputs, int batch)
{
    float *d_y, *d_x, *d_w;

    cudaMalloc(&d_y, batch * outputs * sizeof(float));
    cudaMalloc(&d_x, batch * inputs * sizeof(float));
    cudaMalloc(&d_w, inputs * outputs * sizeof(float));
    cudaMemcpy(d_x, x, batch * inputs * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, w, inputs * outputs * sizeof(float), cudaMemcpyHostToDevice);
    layer<<<(batch * outputs + 255) / 256, 256>>>(d_y, d_x, d_w, inputs, outputs, batch);
    cudaMemcpy(y, d_y, batch * outputs * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_y);
    cudaFree(d_x);
    cudaFree(d_w);
}

void linear(float *y, const float *x, const float *w, int inputs, int outputs, int batch)
{
    long long products = (long long)inputs * outputs * batch;
    long long bytes = 4ll * ((long long)inputs * outputs + (long long)batch * inputs + (long long)batch * outputs);

    if (5 * products > 2000000 + bytes) {
        on_device(y, x, w, inputs, outputs, batch);
        return;
    }
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < outputs; o++) {
            float sum = 0;

            for (int i = 0; i < inputs; i++)
                sum += x[b * inputs + i] * w[o * inputs + i];
            y[b * outputs + o] = sum;
        }
}
