// The loop over the rows is unrolled, but the place is still found at run time.
// Expect: too-slow local_requests
#include <limits.h>

__global__ void local_array(int *top, const int *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int best[4] = { INT_MIN, INT_MIN, INT_MIN, INT_MIN };

    if (c >= w)
        return;
#pragma unroll 4
    for (int r = 0; r < h; r++) {
        int v = x[r * w + c], j = 3;

        if (v <= best[3])
            continue;
        while (j > 0 && v > best[j - 1]) {
            best[j] = best[j - 1];
            j--;
        }
        best[j] = v;
    }
    for (int j = 0; j < 4; j++)
        top[j * w + c] = best[j];
}
