// Mistake: without the word __shared__ each thread has a tile of its own, in which it has filled one place only.
// Expect: memory-error uninitialised-read
__global__ void reverse_block(float *x, int n)
{
    float tile[256];
    int first = blockIdx.x * blockDim.x;
    int count = min(256, n - first);
    int t = threadIdx.x;

    if (t < count)
        tile[t] = x[first + t];
    __syncthreads();
    if (t < count)
        x[first + t] = tile[count - 1 - t];
}
