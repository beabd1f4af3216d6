// message_passing: after each tile, four numbers about everything so far.
//
//   state  4 ints for each tile of 256: smallest, largest, sum, how many are positive
//   ready  a flag for each tile: 0 at the beginning, 1 at the end
//   turn   the number of the next tile: 0 at the beginning, the number of tiles at the end
//   x      n ints, read only
//
// The launch: a block of 256 threads for each tile.

#include <cuda/atomic>

__global__ void message_passing(int *state, int *ready, int *turn, const int *x, int n)
{
    __shared__ int tile, low, high, sum, many;
    int t = threadIdx.x;

    if (t == 0) {
        tile = blockIdx.x; // YOUR CODE HERE: draw it
        low = 2147483647;
        high = -2147483647 - 1;
        sum = many = 0;
    }
    __syncthreads();

    int i = tile * 256 + t;
    if (i < n) {
        int v = x[i];

        atomicMin(&low, v);
        atomicMax(&high, v);
        atomicAdd(&sum, v);
        if (v > 0)
            atomicAdd(&many, 1);
    }
    __syncthreads();

    if (t == 0) {
        // YOUR CODE HERE: wait for the state of the tile before, combine, publish
        state[4 * tile] = low;
        state[4 * tile + 1] = high;
        state[4 * tile + 2] = sum;
        state[4 * tile + 3] = many;
    }
}
