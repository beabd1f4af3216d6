// Each thread looks at all keys of the piece.
// Expect: too-slow warp_instructions
__global__ void radix_pass(unsigned int *out, int *count, const unsigned int *key, int shift, int n)
{
    __shared__ int digits[256];
    int t = threadIdx.x, first = blockIdx.x * 256, m = min(256, n - first), place = 0;

    digits[t] = t < m ? key[first + t] >> shift & 15 : 16;
    __syncthreads();
    #pragma unroll 1
    for (int k = 0; k < m; k++)
        place += digits[k] < digits[t] || (digits[k] == digits[t] && k < t); // <-- here
    if (t < m)
        out[first + place] = key[first + t];
    if (t < 16) {
        int sum = 0;

        for (int k = 0; k < m; k++)
            sum += digits[k] == t;
        count[blockIdx.x * 16 + t] = sum;
    }
}
