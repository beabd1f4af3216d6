// Mistake: beyond the ends 0 counts.
// Expect: wrong-answer
__global__ void hunt_halo(float *out, const float *x, int n)
{
    __shared__ float tile[260];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;

    tile[t + 2] = i < n ? x[i] : 0;
    if (t < 2) {
        tile[t] = first - 2 + t >= 0 ? x[first - 2 + t] : 0;
        tile[258 + t] = first + 256 + t < n ? x[first + 256 + t] : 0;
    }
    __syncthreads();
    if (i < n)
        out[i] = tile[t] + tile[t + 1] + tile[t + 2] + tile[t + 3] + tile[t + 4];
}
