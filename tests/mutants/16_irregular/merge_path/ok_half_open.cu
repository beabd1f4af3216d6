// Expect: passed
// The search looks for the number of b instead.
__global__ void merge_path(int *out, int *from, const int *a, const int *b, int na, int nb)
{
    int d = 8 * (blockIdx.x * 128 + threadIdx.x);
    int low = max(0, d - na), high = min(d, nb);

    if (d >= na + nb)
        return;
    while (low < high) {
        int mid = low + (high - low) / 2;

        if (b[mid] < a[d - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }
    int j = low, i = d - low;
    for (int k = 0; k < 8 && d + k < na + nb; k++) {
        bool take_a = i < na && (j >= nb || !(b[j] < a[i]));

        out[d + k] = take_a ? a[i] : b[j];
        from[d + k] = take_a ? i : na + j;
        i += take_a;
        j += !take_a;
    }
}
