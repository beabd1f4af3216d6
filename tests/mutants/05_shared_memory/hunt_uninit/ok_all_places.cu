// All 258 places are filled in a loop, with the index held inside the array.
// Expect: passed
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[258];
    int first = blockIdx.x * blockDim.x, t = threadIdx.x;
    for (int p = t; p < 258; p += 256)
        tile[p] = x[min(max(first + p - 1, 0), n - 1)];
    __syncthreads();
    if (first + t < n)
        out[first + t] = fmaxf(tile[t], fmaxf(tile[t + 1], tile[t + 2]));
}
