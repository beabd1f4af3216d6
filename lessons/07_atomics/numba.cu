__global__ void count(int *counter, const float *x, float limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        atomicAdd(counter, 1);
}
