// Looks for the smallest of the four and replaces it: an index known only at run time. Sorted at the end.
// Expect: too-slow local_requests
#include <limits.h>

__global__ void local_array(int *top, const int *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int best[4] = { INT_MIN, INT_MIN, INT_MIN, INT_MIN };

    if (c >= w)
        return;
    for (int r = 0; r < h; r++) {
        int v = x[r * w + c], low = 0;

        for (int j = 1; j < 4; j++)
            if (best[j] < best[low])
                low = j;
        if (v > best[low])
            best[low] = v;
    }
    for (int j = 0; j < 4; j++) {
        int k = 0;

        for (int m = 1; m < 4; m++)
            if (best[m] > best[k])
                k = m;
        top[j * w + c] = best[k];
        best[k] = INT_MIN;
    }
}
