// Seven launches, and what is between them is a row for each token:
//
//   normalise      x    -> n          a block for each token
//   dense          n    -> qkv        3 d columns
//   attention      qkv  -> mix        a warp for each token and head
//   dense          mix  -> x2         the epilogue adds x
//   normalise      x2   -> n
//   dense          n    -> wide       4 d columns; the epilogue is GELU
//   dense          wide -> y          the epilogue adds x2
//
// One kernel does all four products. What follows a product (bias, GELU, the residual) costs nothing there, because the
// number is in a register; as kernels of their own they would move each array twice more. The template makes four
// kernels of it, each without the tests that it does not need.
//
// Four products have 12 d^2 weights, and attention has none: for a short text the products are nearly all the work. The
// scores grow with the square of the text. Here a warp keeps those of its token in shared memory; for thousands of
// tokens it would keep a running maximum and sum instead (`online_softmax`, `flash_attention`), and no score at all.
//
// Causal means: the loop over keys ends at the token itself. Nothing is computed and masked afterwards.

#include <cuda_runtime.h>

#define TILE 16

struct Plain { __device__ float operator()(float v, size_t) const { return v; } };

struct Gelu {
    __device__ float operator()(float v, size_t) const
    {
        return 0.5f * v * (1 + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
    }
};

struct Add {
    const float *residual;
    __device__ float operator()(float v, size_t i) const { return v + residual[i]; }
};

// out = epilogue(in w + bias): in has `rows` rows of k, w has k rows of `columns`.
template<typename Epilogue>
__global__ void dense(float *out, const float *in, const float *w, const float *bias, int rows, int columns, int k, Epilogue epilogue)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * TILE + y, c = blockIdx.x * TILE + x;
    float sum = 0;

    for (int first = 0; first < k; first += TILE) {
        a[y][x] = r < rows && first + x < k ? in[(size_t)r * k + first + x] : 0;
        b[y][x] = c < columns && first + y < k ? w[(size_t)(first + y) * columns + c] : 0;
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += a[y][j] * b[j][x];
        __syncthreads();
    }
    if (r < rows && c < columns)
        out[(size_t)r * columns + c] = epilogue(sum + bias[c], (size_t)r * columns + c);
}

__device__ float warp_sum(float v)
{
    for (int s = 16; s > 0; s /= 2)
        v += __shfl_xor_sync(0xffffffff, v, s);
    return v;
}

__device__ float warp_max(float v)
{
    for (int s = 16; s > 0; s /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, s));
    return v;
}

// A warp for each row. norm: a row of weights and a row of biases.
__global__ void normalise(float *out, const float *in, const float *norm, int d)
{
    const float *row = in + (size_t)blockIdx.x * d;
    float sum = 0, squares = 0;

    for (int c = threadIdx.x; c < d; c += 32)
        sum += row[c];
    float mean = warp_sum(sum) / d;
    for (int c = threadIdx.x; c < d; c += 32)
        squares += (row[c] - mean) * (row[c] - mean);
    float factor = rsqrtf(warp_sum(squares) / d + 1e-5f);
    for (int c = threadIdx.x; c < d; c += 32)
        out[(size_t)blockIdx.x * d + c] = (row[c] - mean) * factor * norm[c] + norm[d + c];
}

// A warp for each token (blockIdx.x) and head (blockIdx.y). qkv: for each token d numbers of its query, key and value.
__global__ void attention(float *mix, const float *qkv, int d, int size)
{
    extern __shared__ float share[];
    int lane = threadIdx.x, token = blockIdx.x, column = blockIdx.y * size;
    const float *query = qkv + (size_t)token * 3 * d + column;
    float most = -INFINITY, sum = 0;

    for (int j = lane; j <= token; j += 32) {
        const float *key = qkv + (size_t)j * 3 * d + d + column;
        float score = 0;

        for (int c = 0; c < size; c++)
            score += query[c] * key[c];
        share[j] = score * rsqrtf(size);
        most = fmaxf(most, share[j]);
    }
    most = warp_max(most);
    for (int j = lane; j <= token; j += 32) {
        share[j] = expf(share[j] - most);
        sum += share[j];
    }
    sum = warp_sum(sum);
    __syncwarp();
    for (int c = lane; c < size; c += 32) {
        float all = 0;

        for (int j = 0; j <= token; j++)
            all += share[j] * qkv[(size_t)j * 3 * d + 2 * d + column + c];
        mix[(size_t)token * d + column + c] = all / sum;
    }
}

template<typename Epilogue>
static void multiply(float *out, const float *in, const float *w, const float *bias, int rows, int columns, int k, Epilogue epilogue)
{
    dim3 tiles((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

    dense<<<tiles, dim3(TILE, TILE)>>>(out, in, w, bias, rows, columns, k, epilogue);
}

static float *on_device(const float *from, size_t count)
{
    float *p;

    cudaMalloc(&p, count * sizeof(float));
    if (from)
        cudaMemcpy(p, from, count * sizeof(float), cudaMemcpyHostToDevice);
    return p;
}

void block_gpt2(float *y, const float *x, const float *norm1, const float *qkv, const float *qkv_bias, const float *proj,
                const float *proj_bias, const float *norm2, const float *up, const float *up_bias, const float *down,
                const float *down_bias, int t, int d, int heads)
{
    size_t row = (size_t)t * d, square = (size_t)d * d;
    float *d_x = on_device(x, row), *d_norm1 = on_device(norm1, 2 * d), *d_norm2 = on_device(norm2, 2 * d);
    float *d_qkv = on_device(qkv, 3 * square), *d_qkv_bias = on_device(qkv_bias, 3 * d);
    float *d_proj = on_device(proj, square), *d_proj_bias = on_device(proj_bias, d);
    float *d_up = on_device(up, 4 * square), *d_up_bias = on_device(up_bias, 4 * d);
    float *d_down = on_device(down, 4 * square), *d_down_bias = on_device(down_bias, d);
    float *n = on_device(NULL, row), *three = on_device(NULL, 3 * row), *mix = on_device(NULL, row);
    float *x2 = on_device(NULL, row), *wide = on_device(NULL, 4 * row);

    normalise<<<t, 32>>>(n, d_x, d_norm1, d);
    multiply(three, n, d_qkv, d_qkv_bias, t, 3 * d, d, Plain());
    attention<<<dim3(t, heads), 32, t * sizeof(float)>>>(mix, three, d, d / heads);
    multiply(x2, mix, d_proj, d_proj_bias, t, d, d, Add{ d_x });

    normalise<<<t, 32>>>(n, x2, d_norm2, d);
    multiply(wide, n, d_up, d_up_bias, t, 4 * d, d, Gelu());
    multiply(n, wide, d_down, d_down_bias, t, d, 4 * d, Add{ x2 });

    cudaMemcpy(y, n, row * sizeof(float), cudaMemcpyDeviceToHost);
    for (float *p : { d_x, d_norm1, d_norm2, d_qkv, d_qkv_bias, d_proj, d_proj_bias, d_up, d_up_bias, d_down, d_down_bias, n, three, mix, x2, wide })
        cudaFree(p);
}
