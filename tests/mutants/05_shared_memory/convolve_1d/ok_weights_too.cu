// The first 2r threads load the halo, and the weights are in shared memory as well, reversed.
// Expect: passed
__global__ void convolve_1d(float *__restrict__ out, const float *__restrict__ x, const float *__restrict__ w, int n, int r)
{
    __shared__ float tile[288], turned[33];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t <= 2 * r)
        turned[t] = w[2 * r - t];
    tile[t + r] = i < n ? x[i] : 0.f;
    if (t < r) {
        tile[t] = i - r >= 0 ? x[i - r] : 0.f;
        int right = i + 256;
        tile[t + 256 + r] = right < n ? x[right] : 0.f;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll 4
    for (int k = 0; k <= 2 * r; k++)
        sum = fmaf(tile[t + k], turned[k], sum);
    if (i < n)
        out[i] = sum;
}
