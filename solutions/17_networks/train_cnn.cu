// Three launches for a step, and a block for a picture in the first of them: it goes all the way from the pixels to the
// gradient of its features, in shared memory. Only what the sums over the batch need goes to global memory: features,
// positions of the largest, and two kinds of gradients.
//
//   one_picture   a block for each picture of the batch: features, scores, softmax, the gradients of scores and features
//   dense_step    a thread for each weight of the dense layer: its sum over the batch, and the step
//   filter_step   a block for each filter: the sums over all windows of the batch, and the step
//
// The gradient of the features needs the old dense weights, so it is computed before `dense_step`. Both updates read
// only what the first kernel has left: their order does not matter, and no weight needs a second copy.
//
// No sum uses atomics: a thread or a tree of fixed shape adds up, so each run gives the same bits. That costs nothing
// here, and it lets you compare two runs of a program that you have changed.
//
// Max pooling and ReLU need no kernels on the way back. A feature that is 0 has the gradient 0, and `which` says which
// of the four windows the others came from.

#include <cuda_runtime.h>

#define SIDE 12
#define PIXELS 144
#define EDGE 5
#define POOLED 25
#define FILTERS_MAX 8
#define DIGITS 10
#define THREADS 128

// What the first kernel leaves for the other two; one entry for each picture of the batch.
struct Batch {
    float *feature;       // f * 25
    unsigned char *which; // f * 25: the window that the feature came from, 0 to 3
    float *d_feature;     // f * 25: gradients, 0 where ReLU cut off
    float *d_score;       // 10
};

__device__ const float *window_of(const float *pixel, int k, int place)
{
    return pixel + (2 * (k % POOLED / EDGE) + place / 2) * SIDE + 2 * (k % EDGE) + place % 2;
}

__device__ float convolved(const float *p, const float *filter, float bias)
{
    float sum = bias;

    for (int j = 0; j < 9; j++)
        sum += filter[j] * p[j / 3 * SIDE + j % 3];
    return sum;
}

// score becomes the gradient of the mean loss.
__device__ void softmax_gradient(float *score, int label, int batch)
{
    float most = score[0], sum = 0;

    for (int d = 1; d < DIGITS; d++)
        most = fmaxf(most, score[d]);
    for (int d = 0; d < DIGITS; d++)
        sum += expf(score[d] - most);
    for (int d = 0; d < DIGITS; d++)
        score[d] = (expf(score[d] - most) / sum - (d == label)) / batch;
}

__global__ void one_picture(Batch b, const float *image, const unsigned char *label, const float *filter, const float *bias, int f,
                            const float *dense, const float *offset)
{
    __shared__ float pixel[PIXELS], feature[FILTERS_MAX * POOLED], score[DIGITS];
    int t = threadIdx.x, lane = t % 32, count = f * POOLED, mine = blockIdx.x * count;

    for (int i = t; i < PIXELS; i += THREADS)
        pixel[i] = image[blockIdx.x * PIXELS + i];
    __syncthreads();
    for (int k = t; k < count; k += THREADS) {
        float most = convolved(window_of(pixel, k, 0), filter + k / POOLED * 9, bias[k / POOLED]);
        int at = 0;

        for (int place = 1; place < 4; place++) {
            float v = convolved(window_of(pixel, k, place), filter + k / POOLED * 9, bias[k / POOLED]);

            if (v > most) {
                most = v;
                at = place;
            }
        }
        feature[k] = b.feature[mine + k] = fmaxf(most, 0);
        b.which[mine + k] = at;
    }
    __syncthreads();
    for (int d = t / 32; d < DIGITS; d += THREADS / 32) {
        float sum = 0;

        for (int k = lane; k < count; k += 32)
            sum += dense[d * count + k] * feature[k];
        for (int s = 16; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, s);
        if (lane == 0)
            score[d] = sum + offset[d];
    }
    __syncthreads();
    if (t == 0)
        softmax_gradient(score, label[blockIdx.x], gridDim.x);
    __syncthreads();
    if (t < DIGITS)
        b.d_score[blockIdx.x * DIGITS + t] = score[t];
    for (int k = t; k < count; k += THREADS) {
        float sum = 0;

        for (int d = 0; d < DIGITS; d++)
            sum += score[d] * dense[d * count + k];
        b.d_feature[mine + k] = feature[k] > 0 ? sum : 0;
    }
}

// A thread for each weight, and one more for each digit: its offset, whose feature is always 1.
__global__ void dense_step(float *dense, float *offset, Batch b, int batch, int count, float rate)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, d = blockIdx.y;
    float sum = 0;

    if (k > count)
        return;
    for (int i = 0; i < batch; i++)
        sum += b.d_score[i * DIGITS + d] * (k < count ? b.feature[i * count + k] : 1);
    if (k < count)
        dense[d * count + k] -= rate * sum;
    else
        offset[d] -= rate * sum;
}

__global__ void filter_step(float *filter, float *bias, Batch b, const float *image, int batch, int f, float rate)
{
    __shared__ float part[THREADS / 32][10];
    int t = threadIdx.x, o = blockIdx.x;
    float sum[10] = { 0 };

    for (int p = t; p < batch * POOLED; p += THREADS) {
        int i = (p / POOLED * f + o) * POOLED + p % POOLED;
        const float *from = window_of(image + p / POOLED * PIXELS, p % POOLED, b.which[i]);
        float g = b.d_feature[i];

#pragma unroll
        for (int j = 0; j < 9; j++)
            sum[j] += g * from[j / 3 * SIDE + j % 3];
        sum[9] += g;
    }
#pragma unroll
    for (int j = 0; j < 10; j++) {
        for (int s = 16; s > 0; s /= 2)
            sum[j] += __shfl_down_sync(0xffffffff, sum[j], s);
        if (t % 32 == 0)
            part[t / 32][j] = sum[j];
    }
    __syncthreads();
    if (t < 10) {
        float all = part[0][t] + part[1][t] + part[2][t] + part[3][t];

        if (t < 9)
            filter[o * 9 + t] -= rate * all;
        else
            bias[o] -= rate * all;
    }
}

template<typename T> static T *on_device(const T *from, size_t count)
{
    T *p;

    cudaMalloc(&p, count * sizeof(T));
    if (from)
        cudaMemcpy(p, from, count * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

template<typename T> static void back(T *to, T *from, size_t count)
{
    cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(from);
}

void train_cnn(float *filter, float *bias, float *dense, float *offset, const float *image, const unsigned char *label,
               int n, int f, int batch, int passes, float rate)
{
    int count = f * POOLED;
    float *d_filter = on_device(filter, f * 9), *d_bias = on_device(bias, f);
    float *d_dense = on_device(dense, DIGITS * count), *d_offset = on_device(offset, DIGITS);
    float *d_image = on_device(image, (size_t)n * PIXELS);
    unsigned char *d_label = on_device(label, n);
    Batch b;

    b.feature = on_device<float>(NULL, batch * count);
    b.which = on_device<unsigned char>(NULL, batch * count);
    b.d_feature = on_device<float>(NULL, batch * count);
    b.d_score = on_device<float>(NULL, batch * DIGITS);

    for (int pass = 0; pass < passes; pass++)
        for (int first = 0; first < n; first += batch) {
            int many = n - first < batch ? n - first : batch; // the last batch may be smaller
            const float *pictures = d_image + (size_t)first * PIXELS;

            one_picture<<<many, THREADS>>>(b, pictures, d_label + first, d_filter, d_bias, f, d_dense, d_offset);
            dense_step<<<dim3(count / THREADS + 1, DIGITS), THREADS>>>(d_dense, d_offset, b, many, count, rate);
            filter_step<<<f, THREADS>>>(d_filter, d_bias, b, pictures, many, f, rate);
        }

    back(filter, d_filter, f * 9);
    back(bias, d_bias, f);
    back(dense, d_dense, DIGITS * count);
    back(offset, d_offset, DIGITS);
    cudaFree(d_image);
    cudaFree(d_label);
    cudaFree(b.feature);
    cudaFree(b.which);
    cudaFree(b.d_feature);
    cudaFree(b.d_score);
}
