// Right: the host adds up and changes the weights, once all devices have their work.
// Expect: passed
#include <array>
#include <vector>

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

#define DEVICES_MAX 16

struct part {
    int first, rows;
    float *x, *y, *w, *g;
    cudaStream_t stream;
    cudaEvent_t ready; // its gradient; of part 0, in the end of a step, the new weights
};

static void prepare(struct part *p, const float *x, const float *y, const float *w, int k)
{
    size_t row = k * sizeof(float);

    cudaStreamCreate(&p->stream);
    cudaEventCreateWithFlags(&p->ready, cudaEventDisableTiming);
    cudaMalloc(&p->x, p->rows * row);
    cudaMalloc(&p->y, p->rows * sizeof(float));
    cudaMalloc(&p->w, row);
    cudaMalloc(&p->g, row);
    cudaMemcpy(p->x, x + (size_t)p->first * k, p->rows * row, cudaMemcpyHostToDevice);
    cudaMemcpy(p->y, y + p->first, p->rows * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(p->w, w, row, cudaMemcpyHostToDevice);
}

static void compute(struct part *p, int k)
{
    cudaMemsetAsync(p->g, 0, k * sizeof(float), p->stream);
    gradient<<<(p->rows + 127) / 128, 128, 0, p->stream>>>(p->x, p->y, p->w, p->g, p->rows, k);
    cudaEventRecord(p->ready, p->stream);
}

static void release(struct part *p)
{
    cudaFree(p->x);
    cudaFree(p->y);
    cudaFree(p->w);
    cudaFree(p->g);
    cudaEventDestroy(p->ready);
    cudaStreamDestroy(p->stream);
}

void train(const float *x, const float *y, float *w, int n, int k, int steps, float rate)
{
    struct part p[DEVICES_MAX];
    std::vector<std::array<float, 16>> sum(k);
    std::vector<float> now(k), g(k);
    int parts;

    cudaGetDeviceCount(&parts);
    if (parts > n)
        parts = n;
    for (int d = 0; d < parts; d++) {
        p[d].first = (long long)n * d / parts;
        p[d].rows = (long long)n * (d + 1) / parts - p[d].first;
        cudaSetDevice(d);
        prepare(&p[d], x, y, w, k);
    }
    for (int j = 0; j < k; j++)
        now[j] = w[j];
    for (int s = 0; s < steps; s++) {
        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            compute(&p[d], k);
        }
        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            cudaMemcpy(g.data(), p[d].g, k * sizeof(float), cudaMemcpyDeviceToHost);
            for (int j = 0; j < k; j++)
                sum[j][d] = g[j];
        }
        for (int j = 0; j < k; j++) {
            double total = 0;

            for (int d = 0; d < parts; d++)
                total += sum[j][d];
            now[j] -= rate / n * total;
        }
        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            cudaMemcpy(p[d].w, now.data(), k * sizeof(float), cudaMemcpyHostToDevice);
        }
    }
    for (int d = 0; d < parts; d++)
        cudaStreamSynchronize(p[d].stream);
    for (int j = 0; j < k; j++)
        w[j] = now[j];
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        release(&p[d]);
    }
}
