// decode_step: attention of one new word over the words in the cache.
//
//   out   for each head 64 floats
//   q     for each head the query, 64 floats
//   k, v  for each head `room` keys and values of 64 floats, of which the first `len` are in use
//
// The launch: one block of 128 threads for each head, with len floats of dynamic shared memory.

__global__ void decode_step(float *out, const float *q, const float *k, const float *v, int len, int room)
{
    extern __shared__ float score[];

    // YOUR CODE HERE
    (void)score;
}
