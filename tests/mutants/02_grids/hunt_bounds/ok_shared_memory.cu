// Each element goes through shared memory once, for its neighbours, too.
// Expect: passed
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    __shared__ float s[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
    if (i < n)
        s[t] = x[i];
    if (threadIdx.x == 0)
        s[0] = x[max(i - 1, 0)];
    if (i < n && (threadIdx.x == blockDim.x - 1 || i == n - 1))
        s[t + 1] = x[min(i + 1, n - 1)];
    __syncthreads();
    if (i < n)
        out[i] = (s[t - 1] + s[t] + s[t + 1]) * (1.0f / 3.0f);
}
