// Pairs through registers: each warp by shuffles, then the first warp with the eight that are left.
// Expect: passed
__device__ void better(float &v, int &k, float ov, int ok)
{
    if (ov > v || (ov == v && ok < k)) {
        v = ov;
        k = ok;
    }
}
__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[8];
    __shared__ int column[8];
    int t = threadIdx.x, k = w;
    float v = -INFINITY;
    for (int c = t; c < w; c += 256)
        better(v, k, x[blockIdx.x * w + c], c);
    for (int d = 16; d > 0; d /= 2)
        better(v, k, __shfl_xor_sync(~0u, v, d), __shfl_xor_sync(~0u, k, d));
    if (t % 32 == 0) {
        value[t / 32] = v;
        column[t / 32] = k;
    }
    __syncthreads();
    if (t == 0) {
        for (int s = 1; s < 8; s++)
            better(v, k, value[s], column[s]);
        out[blockIdx.x] = k;
    }
}
