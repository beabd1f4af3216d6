// Both arrays go into shared memory as they are; each thread adds what it writes.
// Expect: passed
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float a[256], b[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int mirror = min(255, n - 1 - (int)(blockIdx.x * blockDim.x)) - t;

    a[t] = i < n ? x[i] : 0;
    b[t] = i < n ? y[i] : 0;
    __syncthreads();
    if (i < n)
        x[i] = a[mirror] + b[mirror];
}
