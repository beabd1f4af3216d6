// No shared memory: each thread loads from the mirrored place, and the barrier stands between loading and storing.
// Expect: too-slow shared_requests
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    int first = blockIdx.x * blockDim.x, last = min(first + (int)blockDim.x, n) - 1;
    int i = first + threadIdx.x, from = last - (int)threadIdx.x;
    float sum = 0;

    if (i <= last)
        sum = x[from] + y[from];
    __syncthreads();
    if (i <= last)
        x[i] = sum;
}
