// Mistake: each key draws its place from an atomic counter, so equal digits come in any order.
// Expect: wrong-answer
__global__ void radix_pass(unsigned int *out, int *count, const unsigned int *key, int shift, int n)
{
    __shared__ int many[16], begin[16];
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;
    int digit = i < n ? key[i] >> shift & 15 : 16;

    if (t < 16)
        many[t] = 0;
    __syncthreads();
    if (digit < 16)
        atomicAdd(&many[digit], 1);
    __syncthreads();
    if (t < 16) {
        int sum = 0;

        for (int d = 0; d < t; d++)
            sum += many[d];
        begin[t] = sum;
        count[blockIdx.x * 16 + t] = many[t];
    }
    __syncthreads();
    if (digit < 16)
        out[first + atomicAdd(&begin[digit], 1)] = key[i];
}
