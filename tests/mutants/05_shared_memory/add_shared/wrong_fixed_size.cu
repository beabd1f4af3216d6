// Mistake: an array of a fixed size, too small for larger blocks. The launch's own memory comes after it, so nothing breaks.
// Expect: memory-error out-of-bounds
__global__ void add_shared(float *x, int n)
{
    __shared__ float old[256];
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    float mine = 0;
    if (t < count)
        old[t] = mine = x[first + t]; // <-- here
    __syncthreads();
    if (t < count)
        x[first + t] = mine + old[t + 1 < count ? t + 1 : 0];
}
