// A block reads one picture, from its pixels to its digit; nothing between them leaves the block.
//
// A picture is 1 KB and its features are at most 1.6 KB, so both fit into shared memory, and each of
// the stages is followed by a barrier instead of a launch. With a kernel for each stage, the features
// of all pictures would travel to global memory and back.
//
//   pixels      256 threads, one load each, coalesced
//   features    a thread for each, in a loop; the four sums of a pooled feature overlap, so their 16
//               pixels are read from shared memory, where that costs little. ReLU is the 0 that the
//               maximum starts with
//   scores      a warp for each digit: the lanes take every 32nd weight, which is coalesced, and
//               shuffles add up
//   the digit   one thread compares ten numbers. It is cheaper than organising anything
//
// The weights are the same for all blocks, and stay in the cache. The counts are one atomic for each
// picture, on a hundred counters. The host sums up the diagonal, which it gets anyway.

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

__global__ void read_picture(const float *image, const unsigned char *label, const float *filter, const float *bias, int f,
                             const float *dense, const float *offset, unsigned char *digit, int *confusion)
{
    __shared__ float pixel[PIXELS], feature[FILTERS_MAX * POOLED], score[DIGITS];
    int t = threadIdx.x, lane = t % 32, count = f * POOLED;

    pixel[t] = image[(size_t)blockIdx.x * PIXELS + t];
    __syncthreads();
    for (int k = t; k < count; k += PIXELS)
        feature[k] = feature_of(pixel, filter + k / POOLED * 9, bias[k / POOLED], k % POOLED / EDGE, k % EDGE);
    __syncthreads();
    for (int d = t / 32; d < DIGITS; d += PIXELS / 32) {
        float sum = 0;

        for (int k = lane; k < count; k += 32)
            sum += dense[d * count + k] * feature[k];
        for (int s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xFFFFFFFF, sum, s);
        if (lane == 0)
            score[d] = sum + offset[d];
    }
    __syncthreads();
    if (t == 0) {
        int best = 0;

        for (int d = 1; d < DIGITS; d++)
            if (score[d] > score[best])
                best = d;
        digit[blockIdx.x] = best;
        atomicAdd(&confusion[label[blockIdx.x] * DIGITS + best], 1);
    }
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

    read_picture<<<n, PIXELS>>>(d_image, d_label, d_filter, d_bias, f, d_dense, d_offset, d_digit, d_confusion);

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
