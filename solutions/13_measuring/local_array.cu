// Every number goes past all four elements: the larger of the two stays, the smaller goes on. That
// takes eight instructions, always the same ones, and after unrolling each `best[j]` is a register.
//
// The loop with a `while` makes fewer comparisons for most numbers. But one index that is known only
// at run time sends the whole array to local memory. Each access is then a request to the L1 cache,
// and with many threads to the device's memory. The lanes of a warp also leave such a loop at
// different times, while here they all do the same.
//
// The same happens without any array when a kernel needs more registers than it may have (255 for
// each thread, or fewer by __launch_bounds__): the compiler then *spills* some of them to local memory.

#include <limits.h>

__global__ void local_array(int *top, const int *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int best[4] = { INT_MIN, INT_MIN, INT_MIN, INT_MIN };

    if (c >= w)
        return;
    for (int r = 0; r < h; r++) {
        int v = x[r * w + c];

#pragma unroll
        for (int j = 0; j < 4; j++) {
            int high = max(best[j], v);

            v = min(best[j], v);
            best[j] = high;
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        top[j * w + c] = best[j];
}
