// Mistake: cuts a and b into equal parts, as if their numbers were mixed evenly.
// Expect: wrong-answer
__global__ void merge_path(int *out, int *from, const int *a, const int *b, int na, int nb)
{
    int d = 8 * (blockIdx.x * blockDim.x + threadIdx.x), end = min(d + 8, na + nb);

    if (d >= na + nb)
        return;

    int low = max(0, d - nb), high = min(d, na);
    low = high = min(high, max(low, (int)((long long)d * na / (na + nb))));
    while (low < high) {
        int mid = (low + high) / 2;

        if (a[mid] <= b[d - 1 - mid])
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
