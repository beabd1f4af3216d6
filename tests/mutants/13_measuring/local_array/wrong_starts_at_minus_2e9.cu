// Mistake: starts at -2000000000, which is not the lowest int.
// Expect: wrong-answer
#include <limits.h>

__global__ void local_array(int *top, const int *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int best[4] = { -2000000000, -2000000000, -2000000000, -2000000000 };

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
