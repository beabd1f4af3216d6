// Expect: passed
// The two heads stay in registers.
__global__ void merge_path(int *out, int *from, const int *a, const int *b, int na, int nb)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, total = na + nb, d = t * 8;

    if (d < total) {
        int i = min(d, na), least = max(0, d - nb);

        for (int size = i - least; size > 0;) {
            int half = size / 2, mid = least + half;

            if (a[mid] <= b[d - mid - 1]) {
                least = mid + 1;
                size -= half + 1;
            } else {
                size = half;
            }
        }
        i = least;
        int j = d - i, end = min(d + 8, total);
        long long x = i < na ? a[i] : 1ll << 40, y = j < nb ? b[j] : 1ll << 40;
        for (int k = d; k < end; k++)
            if (x <= y) {
                out[k] = (int)x;
                from[k] = i++;
                x = i < na ? a[i] : 1ll << 40;
            } else {
                out[k] = (int)y;
                from[k] = na + j++;
                y = j < nb ? b[j] : 1ll << 40;
            }
    }
}
