// Mistake: clears the tile first: the zeros are written now, and as wrong as before.
// Expect: wrong-answer
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    for (int p = t; p < 258; p += 256)
        tile[p] = 0;
    __syncthreads();
    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0 && i > 0)
        tile[0] = x[i - 1];
    if (t == 255 && i + 1 < n)
        tile[257] = x[i + 1];
    __syncthreads();

    if (i < n)
        out[i] = fmaxf(fmaxf(tile[t], tile[t + 1]), tile[t + 2]);
}
