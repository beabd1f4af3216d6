// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__global__ void philox(unsigned int *out, int n, unsigned int first, unsigned int c1, unsigned int c2, unsigned int c3,
                       unsigned int key0, unsigned int key1)
{
    if (threadIdx.x)
        return;
    for (int i = blockIdx.x * 128; i < min(n, (int)blockIdx.x * 128 + 128); i++) {
        unsigned int c[4] = { first + i, c1, c2, c3 }, k0 = key0, k1 = key1;

        for (int round = 0; round < 10; round++) {
            unsigned long long p = 0xD2511F53ull * c[0], q = 0xCD9E8D57ull * c[2];

            c[0] = (unsigned int)(q >> 32) ^ c[1] ^ k0;
            c[1] = (unsigned int)q;
            c[2] = (unsigned int)(p >> 32) ^ c[3] ^ k1;
            c[3] = (unsigned int)p;
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        for (int j = 0; j < 4; j++)
            out[4 * i + j] = c[j];
    }
}
