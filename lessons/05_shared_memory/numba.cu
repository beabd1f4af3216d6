__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    int count = min(256, n - (int)(blockIdx.x * blockDim.x));
    if (i < n)
        tile[t] = x[i];
    __syncthreads();
    if (i < n)
        x[i] = tile[count - 1 - t];
}
