// The state of most generators is the number they produced last, so the millionth number needs all
// those before it. Philox has no state: the millionth number is a function of the number 1000000 and
// the key. Thread i asks for number i, and any other division of the work gives the same numbers.
//
// The key moves on after every round, also after the tenth, where nothing reads it any more: that is
// cheaper than a condition, and the compiler leaves it out of the unrolled loop.
//
// A row of four words is stored as one uint4 of 16 bytes: neighbouring threads write whole sectors.
// The rest is arithmetic in registers, forty multiplications for each thread.

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

        c0 = high1 ^ c1 ^ key0;
        c1 = low1;
        c2 = high0 ^ c3 ^ key1;
        c3 = low0;
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    ((uint4 *)out)[i] = make_uint4(c0, c1, c2, c3);
}
