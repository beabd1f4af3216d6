// The words of a block lie in shared memory first; then the block stores them in order.
// Expect: passed
__global__ void philox(unsigned int *out, int n, unsigned int first, unsigned int c1, unsigned int c2, unsigned int c3,
                       unsigned int key0, unsigned int key1)
{
    __shared__ unsigned int words[512];
    int t = threadIdx.x, top = blockIdx.x * 128;
    uint2 a = make_uint2(first + top + t, c1), b = make_uint2(c2, c3);

#pragma unroll
    for (int round = 0; round < 10; round++) {
        uint2 old = a;

        a = make_uint2(__umulhi(b.x, 0xCD9E8D57u) ^ a.y ^ key0, b.x * 0xCD9E8D57u);
        b = make_uint2(__umulhi(old.x, 0xD2511F53u) ^ b.y ^ key1, old.x * 0xD2511F53u);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    words[4 * t] = a.x;
    words[4 * t + 1] = a.y;
    words[4 * t + 2] = b.x;
    words[4 * t + 3] = b.y;
    __syncthreads();
    for (int p = t; p < 512 && 4 * top + p < 4 * n; p += 128)
        out[4 * top + p] = words[p];
}
