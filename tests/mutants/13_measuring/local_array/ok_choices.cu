// Expect: passed
// Comparisons from the end, with constant indices.
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
        for (int j = 3; j > 0; j--)
            best[j] = v > best[j - 1] ? best[j - 1] : max(best[j], v);
        best[0] = max(best[0], v);
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        top[j * w + c] = best[j];
}
