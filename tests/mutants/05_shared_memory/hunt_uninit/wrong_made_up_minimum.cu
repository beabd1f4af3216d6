// Mistake: replaces a missing neighbour by a number that seems small enough; for some data it is the largest.
// Expect: wrong-answer
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    tile[t + 1] = i < n ? x[i] : -1000;
    if (t == 0)
        tile[0] = i > 0 ? x[i - 1] : -1000;
    if (t == 255)
        tile[257] = i + 1 < n ? x[i + 1] : -1000;
    __syncthreads();

    if (i < n)
        out[i] = fmaxf(fmaxf(tile[t], tile[t + 1]), tile[t + 2]);
}
