// hash_count: how often each key occurs in its piece of 1024 keys.
//
//   times  n numbers: how often key[i] occurs in the piece of i
//   key    n keys, none negative
//
// The launch: a block of 256 threads for each piece.

__global__ void hash_count(int *times, const int *key, int n)
{
    // YOUR CODE HERE
}
