// Mistake: each product goes to its own place, so nothing is mixed.
// Expect: wrong-answer
__global__ void philox(unsigned int *out, int n, unsigned int first, unsigned int c1, unsigned int c2, unsigned int c3,
                       unsigned int key0, unsigned int key1)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int c0 = first + i;

    if (i >= n)
        return;

    for (int round = 0; round < 10; round++) {
        unsigned int high0 = __umulhi(0xD2511F53u, c0), low0 = 0xD2511F53u * c0;
        unsigned int high1 = __umulhi(0xCD9E8D57u, c2), low1 = 0xCD9E8D57u * c2;

        c0 = high0 ^ c1 ^ key0;
        c1 = low1;
        c2 = high1 ^ c3 ^ key1;
        c3 = low0;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    ((uint4 *)out)[i] = make_uint4(c0, c1, c2, c3);
}
