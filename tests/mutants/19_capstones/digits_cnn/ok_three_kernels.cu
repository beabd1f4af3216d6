// Right: a kernel for each stage: a thread for each feature, for each score, for each picture.
// Expect: passed
#include <cuda_runtime.h>

#define SIDE 16
#define PIXELS 256
#define EDGE 7
#define POOLED 49
#define FILTERS_MAX 8
#define DIGITS 10

// One feature: the largest of four sums, and not less than 0.
__device__ float feature_of(const float *pixel, const float *filter, float bias, int row, int column)
{
    float most = 0;

    for (int q = 0; q < 4; q++) {
        const float *p = pixel + (2 * row + q / 2) * SIDE + 2 * column + q % 2;
        float sum = bias;

        for (int k = 0; k < 9; k++)
            sum += filter[k] * p[k / 3 * SIDE + k % 3];
        most = fmaxf(most, sum);
    }
    return most;
}

__global__ void find_features(const float *image, int n, const float *filter, const float *bias, int f, float *feature)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, of = k % (f * POOLED);

    if (k < n * f * POOLED)
        feature[k] = feature_of(image + k / (f * POOLED) * PIXELS, filter + of / POOLED * 9, bias[of / POOLED], of % POOLED / EDGE,
                                of % EDGE);
}

__global__ void find_scores(const float *feature, int n, int f, const float *dense, const float *offset, float *score)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, count = f * POOLED;

    if (k < n * DIGITS) {
        float sum = offset[k % DIGITS];

        for (int j = 0; j < count; j++)
            sum += dense[k % DIGITS * count + j] * feature[k / DIGITS * count + j];
        score[k] = sum;
    }
}

__global__ void decide(const float *score, const unsigned char *label, int n, unsigned char *digit, int *confusion)
{
    __shared__ int own[DIGITS * DIGITS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = threadIdx.x; k < DIGITS * DIGITS; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    if (i < n) {
        int best = 0;

        for (int d = 1; d < DIGITS; d++)
            if (score[i * DIGITS + d] > score[i * DIGITS + best])
                best = d;
        digit[i] = best;
        atomicAdd(&own[label[i] * DIGITS + best], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < DIGITS * DIGITS; k += blockDim.x)
        if (own[k])
            atomicAdd(&confusion[k], own[k]);
}

// A copy of the host's array on the device.
template<typename T> static T *on_device(const T *from, size_t count)
{
    T *p;

    cudaMalloc(&p, count * sizeof(T));
    cudaMemcpy(p, from, count * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

int read_digits(const float *image, const unsigned char *label, int n, const float *filter, const float *bias, int f,
                const float *dense, const float *offset, unsigned char *digit, int *confusion)
{
    float *d_image = on_device(image, (size_t)n * PIXELS), *d_filter = on_device(filter, f * 9), *d_bias = on_device(bias, f);
    float *d_dense = on_device(dense, DIGITS * f * POOLED), *d_offset = on_device(offset, DIGITS);
    unsigned char *d_label = on_device(label, n), *d_digit;
    int *d_confusion, right = 0;

    cudaMalloc(&d_digit, n);
    cudaMalloc(&d_confusion, DIGITS * DIGITS * sizeof(int));
    cudaMemset(d_confusion, 0, DIGITS * DIGITS * sizeof(int));

    float *feature, *score;

    cudaMalloc(&feature, n * f * POOLED * sizeof(float));
    cudaMalloc(&score, n * DIGITS * sizeof(float));
    find_features<<<(n * f * POOLED + 255) / 256, 256>>>(d_image, n, d_filter, d_bias, f, feature);
    find_scores<<<(n * DIGITS + 63) / 64, 64>>>(feature, n, f, d_dense, d_offset, score);
    decide<<<(n + 127) / 128, 128>>>(score, d_label, n, d_digit, d_confusion);
    cudaFree(feature);
    cudaFree(score);

    cudaMemcpy(digit, d_digit, n, cudaMemcpyDeviceToHost);
    cudaMemcpy(confusion, d_confusion, DIGITS * DIGITS * sizeof(int), cudaMemcpyDeviceToHost);
    for (int d = 0; d < DIGITS; d++)
        right += confusion[d * DIGITS + d];

    cudaFree(d_image);
    cudaFree(d_filter);
    cudaFree(d_bias);
    cudaFree(d_dense);
    cudaFree(d_offset);
    cudaFree(d_label);
    cudaFree(d_digit);
    cudaFree(d_confusion);
    return right;
}
