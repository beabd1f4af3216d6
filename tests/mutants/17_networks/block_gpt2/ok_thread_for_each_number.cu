// A thread for each number of a result, and kernels of their own for GELU and the residual; attention by online softmax.
// Expect: passed
#include <cuda_runtime.h>

__global__ void norm(float *out, const float *in, const float *w, int t, int d)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < t) {
        double sum = 0, squares = 0;

        for (int c = 0; c < d; c++)
            sum += in[r * d + c];
        float mean = sum / d;
        for (int c = 0; c < d; c++)
            squares += (in[r * d + c] - mean) * (in[r * d + c] - mean);
        float deviation = sqrtf(squares / d + 1e-5);
        for (int c = 0; c < d; c++)
            out[r * d + c] = (in[r * d + c] - mean) / deviation * w[c] + w[d + c];
    }
}

__global__ void product(float *out, const float *in, const float *w, const float *b, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m * n) {
        float sum = 0;

        for (int j = 0; j < k; j++)
            sum += in[i / n * k + j] * w[j * n + i % n];
        out[i] = sum + b[i % n];
    }
}

// A thread for each token and head, with a running maximum and sum; the result grows in global memory.
__global__ void attend(float *out, const float *qkv, int t, int d, int heads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, q = i / heads, size = d / heads, at = i % heads * size;
    float most = -INFINITY, sum = 0, *mine = out + q * d + at;

    if (i >= t * heads)
        return;
    for (int c = 0; c < size; c++)
        mine[c] = 0;
    for (int j = 0; j <= q; j++) {
        const float *a = qkv + q * 3 * d + at, *b = qkv + j * 3 * d + d + at;
        float s = 0;

        for (int c = 0; c < size; c++)
            s += a[c] * b[c];
        s /= sqrtf(size);
        float larger = fmaxf(most, s), old = __expf(most - larger), share = __expf(s - larger);
        for (int c = 0; c < size; c++)
            mine[c] = mine[c] * old + share * b[d + c];
        sum = sum * old + share;
        most = larger;
    }
    for (int c = 0; c < size; c++)
        mine[c] /= sum;
}

__global__ void gelu(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float u = v[i], e = expf(2 * 0.79788456f * (u + 0.044715f * powf(u, 3)));

        v[i] = u * (1 - 1 / (e + 1));
    }
}

__global__ void add(float *v, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        v[i] += w[i];
}

static int blocks(int n)
{
    return (n + 63) / 64;
}

void block_gpt2(float *y, const float *x, const float *norm1, const float *qkv, const float *qkv_bias, const float *proj,
                const float *proj_bias, const float *norm2, const float *up, const float *up_bias, const float *down,
                const float *down_bias, int t, int d, int heads)
{
    // One allocation; what goes in, in the order of the parameters, and then what is computed.
    const float *from[] = { x, norm1, qkv, qkv_bias, proj, proj_bias, norm2, up, up_bias, down, down_bias };
    int size[] = { t * d, 2 * d, 3 * d * d, 3 * d, d * d, d, 2 * d, 4 * d * d, 4 * d, 4 * d * d, d }, all = 0;
    float *base, *in[11];

    for (int i = 0; i < 11; i++)
        all += size[i];
    cudaMalloc(&base, (all + 10 * t * d) * sizeof(float));
    for (int i = 0, at = 0; i < 11; at += size[i++]) {
        in[i] = base + at;
        cudaMemcpy(in[i], from[i], size[i] * sizeof(float), cudaMemcpyHostToDevice);
    }
    float *n = base + all, *three = n + t * d, *mix = three + 3 * t * d, *wide = mix + t * d, *out = wide + 4 * t * d;

    norm<<<blocks(t), 64>>>(n, in[0], in[1], t, d);
    product<<<blocks(3 * t * d), 64>>>(three, n, in[2], in[3], t, 3 * d, d);
    attend<<<blocks(t * heads), 64>>>(mix, three, t, d, heads);
    product<<<blocks(t * d), 64>>>(out, mix, in[4], in[5], t, d, d);
    add<<<blocks(t * d), 64>>>(in[0], out, t * d);
    norm<<<blocks(t), 64>>>(n, in[0], in[6], t, d);
    product<<<blocks(4 * t * d), 64>>>(wide, n, in[7], in[8], t, 4 * d, d);
    gelu<<<blocks(4 * t * d), 64>>>(wide, 4 * t * d);
    product<<<blocks(t * d), 64>>>(out, wide, in[9], in[10], t, d, 4 * d);
    add<<<blocks(t * d), 64>>>(out, in[0], t * d);

    cudaMemcpy(y, out, t * d * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(base);
}
