// Correct: through shared memory and back in reverse, with the barrier that this needs.
// Expect: passed
__global__ void add(float *out, const float *a, const float *b, int n)
{
    __shared__ float ta[256], tb[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        ta[threadIdx.x] = a[i];
        tb[threadIdx.x] = b[i];
    }
    __syncthreads();
    int j = blockDim.x - 1 - threadIdx.x;
    int k = blockIdx.x * blockDim.x + j;
    if (k < n)
        out[k] = ta[j] + tb[j];
}
