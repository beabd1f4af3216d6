// The exponentials are stored in y and scaled there. The tree is that of block_sum, in one array.
// Expect: passed
__global__ void softmax_rows(float *y, const float *x, int w, int h)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * w;
    float v = x[first];

    for (int i = t; i < w; i += 128)
        v = max(v, x[first + i]);
    part[t] = v;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            part[t] = max(part[t], part[t + s]);
        __syncthreads();
    }
    v = part[0];
    __syncthreads();

    float sum = 0;
    for (int i = t; i < w; i += 128) {
        float e = expf(x[first + i] - v);
        y[first + i] = e;
        sum += e;
    }
    part[t] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    for (int i = t; i < w; i += 128)
        y[first + i] /= part[0];
}
