// Expect: passed
// Four variables and no array.
#include <limits.h>

__global__ void local_array(int *top, const int *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int a = INT_MIN, b = INT_MIN, d = INT_MIN, e = INT_MIN;

    if (c >= w)
        return;
    for (int r = 0; r < h; r++) {
        int v = x[r * w + c], u;

        u = min(a, v), a = max(a, v);
        v = min(b, u), b = max(b, u);
        u = min(d, v), d = max(d, v);
        e = max(e, u);
    }
    top[c] = a;
    top[w + c] = b;
    top[2 * w + c] = d;
    top[3 * w + c] = e;
}
