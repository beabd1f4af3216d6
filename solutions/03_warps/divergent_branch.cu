// A block has 128 even and 128 odd elements, and 8 warps. Warps 0 to 3 take the even ones, warps 4 to 7
// the odd ones. The condition of the `if` is then the same for all 32 threads of a warp: the warp
// executes one side, with all lanes active. With `if (i % 2 == 0)` it would execute both, with 16 each.
//
// The price is in memory: the elements of a warp are two apart, so it touches 8 sectors instead of 4 and
// uses only half of each (lesson "Global memory"). That is a load and a store per element, little compared
// with the rounds; with only one round, the simple version would be just as good. To have both, let
// neighbouring threads load neighbouring elements and exchange them through shared memory (the lesson after that).

__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int odd = threadIdx.x / 128;
    int i = blockIdx.x * 256 + threadIdx.x % 128 * 2 + odd;
    if (i >= n)
        return;
    unsigned int v = x[i];
    if (odd)
        for (int k = 0; k < rounds; k++) {
            v += v << 7;
            v ^= v >> 11;
        }
    else
        for (int k = 0; k < rounds; k++) {
            v ^= v >> 15;
            v *= 0x2c1b3c6d;
        }
    x[i] = v;
}
