// rope: turns pairs of numbers by angles that grow with the position in the text.
//
//   x     for each of `tokens` words: `heads` vectors of `dim` floats
//   pos   the position of each word
//   freq  dim / 2 floats: pair i of word t turns by pos[t] * freq[i]
//
// The launch: blocks of 128 threads, enough for a thread for each word and pair.

__global__ void rope(float *x, const int *pos, const float *freq, int tokens, int heads, int dim)
{
    // YOUR CODE HERE
}
