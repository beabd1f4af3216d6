// Mistake: the search goes up to d even if a is shorter.
// Expect: memory-error out-of-bounds
__global__ void merge_path(int *out, int *from, const int *a, const int *b, int na, int nb)
{
    int d = 8 * (blockIdx.x * blockDim.x + threadIdx.x), end = min(d + 8, na + nb);

    if (d >= na + nb)
        return;

    int low = max(0, d - nb), high = d;
    while (low < high) {
        int mid = (low + high) / 2;

        if (a[mid] <= b[d - 1 - mid]) // <-- here
            low = mid + 1;
        else
            high = mid;
    }

    for (int k = d, i = low, j = d - low; k < end; k++) {
        if (j == nb || (i < na && a[i] <= b[j])) {
            from[k] = i;
            out[k] = a[i++];
        } else {
            from[k] = na + j;
            out[k] = b[j++];
        }
    }
}
