// radix_pass: each block sorts its piece of 256 keys by one digit, and keeps the order of equal digits.
//
//   out    n keys: the sorted pieces, one after the other
//   count  16 numbers for each block: how many of its keys have each digit
//   key    n keys
//   shift  where the digit begins: (key >> shift) & 15
//
// The launch: a block of 256 threads for each piece.

__global__ void radix_pass(unsigned int *out, int *count, const unsigned int *key, int shift, int n)
{
    // YOUR CODE HERE
}
