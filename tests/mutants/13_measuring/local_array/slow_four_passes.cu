// No array, but the column is read four times, for the numbers below the one before: only where no two are equal. Then it reads a fifth time.
// Expect: too-slow traffic
#include <limits.h>

__global__ void local_array(int *top, const int *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int last = INT_MAX, taken = 0;

    if (c >= w)
        return;
    for (int j = 0; j < 4; j++) {
        int best = INT_MIN, times = 0, equal = 0;

        for (int r = 0; r < h; r++) {
            int v = x[r * w + c]; // <-- here

            equal += v == last;
            if (v < last && v > best)
                best = v, times = 0;
            times += v == best;
        }
        if (j > 0 && equal > taken) {
            taken++;
            top[j * w + c] = last;
        } else {
            last = best;
            taken = 1;
            top[j * w + c] = best;
        }
    }
}
