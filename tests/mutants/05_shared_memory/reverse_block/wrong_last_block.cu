// Mistake: takes 255 - t as the opposite of t, which no thread of the last block has stored.
// Expect: memory-error uninitialised-read
__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tile[threadIdx.x] = x[i];
    __syncthreads();
    if (i < n)
        x[i] = tile[255 - threadIdx.x]; // <-- here
}
