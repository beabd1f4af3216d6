// Arrays, and products of 64 bits; the key for each round is computed, not carried along.
// Expect: passed
__device__ void one_round(unsigned int c[4], unsigned int k0, unsigned int k1)
{
    unsigned long long p = 0xD2511F53ull * c[0], q = 0xCD9E8D57ull * c[2];

    c[0] = (unsigned int)(q >> 32) ^ c[1] ^ k0;
    c[2] = (unsigned int)(p >> 32) ^ c[3] ^ k1;
    c[1] = (unsigned int)q;
    c[3] = (unsigned int)p;
}

__global__ void philox(unsigned int *out, int n, unsigned int first, unsigned int c1, unsigned int c2, unsigned int c3,
                       unsigned int key0, unsigned int key1)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned int c[4] = { first + i, c1, c2, c3 };

        for (unsigned int r = 0; r < 10; r++)
            one_round(c, key0 + r * 0x9E3779B9u, key1 + r * 0xBB67AE85u);
        for (int j = 0; j < 4; j++)
            out[4 * i + j] = c[j];
    }
}
