// Two estimates, and the smaller one decides. Neither is exact, nor need it be: where both are close,
// either choice is good, and elsewhere even an estimate that is off by a factor of two decides rightly.
//
// The CPU's time grows with the operations. The device's begins at 200 microseconds, and then grows with
// the bytes, because its arithmetic hides behind the copies. So the device is worth it where there are
// many operations *for each byte*: a large layer with many rows. A tiny model loses, however many layers
// it has. A large layer with a single row loses, too, since each weight is copied for one multiplication.
//
// In a real program the weights would stay on the device, and so would the rows between two layers. Then
// the 200 microseconds and most of the copies vanish, and the crossover comes much earlier.

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
    double cpu = 2.0 * inputs * outputs * batch / 4;
    double gpu = 200e3 + 4 * ((double)inputs * outputs + (double)batch * (inputs + outputs)) / 10;

    if (gpu < cpu) {
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
