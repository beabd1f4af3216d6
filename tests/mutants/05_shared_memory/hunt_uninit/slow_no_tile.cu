// Three loads for each element, and no tile at all.
// Expect: too-slow shared_requests
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = fmaxf(x[max(i - 1, 0)], fmaxf(x[i], x[min(i + 1, n - 1)]));
}
