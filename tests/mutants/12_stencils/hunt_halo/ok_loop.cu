// One loop fills all 260 places.
// Expect: passed
__global__ void hunt_halo(float *out, const float *x, int n)
{
    __shared__ float tile[260];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;

    for (int p = t; p < 260; p += 256)
        tile[p] = x[max(0, min(first - 2 + p, n - 1))];
    __syncthreads();
    if (i < n)
        out[i] = tile[t] + tile[t + 1] + tile[t + 2] + tile[t + 3] + tile[t + 4];
}
