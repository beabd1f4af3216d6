// Right, with ordinary loads, 12 bytes apart, and no copies at all.
// Expect: too-slow global_requests
__global__ void bulk_rows(float *out, const float *x, int w)
{
    float sum = 0;

    x += (size_t)blockIdx.x * w * 3;
    for (int i = threadIdx.x; i < w; i += 256)
        sum += 2 * x[3 * i] + 5 * x[3 * i + 1] + x[3 * i + 2];
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
