// monte_carlo_pi: how many of n random points lie inside the quarter circle.
//
//   inside      one number, to which the count is added
//   n           points: point p is word p % 4 of the words with the number p / 4
//   key0, key1  the key of the random numbers
//
// The launch: blocks of 128 threads, perhaps fewer threads than there are groups of four points.

// Given: four random words from a counter and a key (exercise philox).
__device__ uint4 philox_words(unsigned int number, unsigned int key0, unsigned int key1)
{
    uint4 c = make_uint4(number, 0, 0, 0);

    for (int round = 0; round < 10; round++) {
        c = make_uint4(__umulhi(0xCD9E8D57u, c.z) ^ c.y ^ key0, 0xCD9E8D57u * c.z,
                       __umulhi(0xD2511F53u, c.x) ^ c.w ^ key1, 0xD2511F53u * c.x);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return c;
}

__global__ void monte_carlo_pi(unsigned int *inside, int n, unsigned int key0, unsigned int key1)
{
    // YOUR CODE HERE
}
