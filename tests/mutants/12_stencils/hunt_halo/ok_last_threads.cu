// The last two threads of the block fetch the right halo.
// Expect: passed
__global__ void hunt_halo(float *out, const float *x, int n)
{
    __shared__ float tile[260];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;

    tile[t + 2] = x[min(i, n - 1)];
    if (t < 2)
        tile[t] = x[max(first - 2 + t, 0)];
    if (t >= 254)
        tile[t + 4] = x[min(i + 2, n - 1)];
    __syncthreads();
    float sum = 0;
    for (int d = 0; d < 5; d++)
        sum += tile[t + d];
    if (i < n)
        out[i] = sum;
}
