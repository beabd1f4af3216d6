// Correct: two buffers take turns, so one barrier a round is enough.
// Expect: passed
__global__ void iota(int *out, int n)
{
    __shared__ int s[2][256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = i;
    for (int k = 0; k < 6; k++) {
        s[k & 1][threadIdx.x] = v;
        __syncthreads();
        v = s[k & 1][(threadIdx.x + (k & 1 ? blockDim.x - 1 : 1)) % blockDim.x];
    }
    if (i < n)
        out[i] = v;
}
