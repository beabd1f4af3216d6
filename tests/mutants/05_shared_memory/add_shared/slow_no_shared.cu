// Two loads into registers, and a barrier between the loads and the stores.
// Expect: too-slow shared_requests
__global__ void add_shared(float *x, int n)
{
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    float v = 0;
    if (t < count)
        v = x[first + t] + x[first + (t == count - 1 ? 0 : t + 1)];
    __syncthreads();
    if (t < count)
        x[first + t] = v;
}
