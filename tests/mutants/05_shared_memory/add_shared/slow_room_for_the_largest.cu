// An array for the largest block: every block takes 4 KB beside what the launch gives it.
// Expect: too-slow shared_bytes
__global__ void add_shared(float *x, int n)
{
    __shared__ float old[1024];
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    float mine = 0;
    if (t < count)
        old[t] = mine = x[first + t];
    __syncthreads();
    if (t < count)
        x[first + t] = mine + old[t + 1 < count ? t + 1 : 0];
}
