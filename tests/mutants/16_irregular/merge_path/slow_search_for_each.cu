// A binary search for each output.
// Expect: too-slow warp_instructions
__global__ void merge_path(int *out, int *from, const int *a, const int *b, int na, int nb)
{
    int first = 8 * blockIdx.x * 128;

    for (int d = first + threadIdx.x; d < first + 1024 && d < na + nb; d += 128) {
        int low = max(0, d - nb), high = min(d, na);

        while (low < high) {
            int mid = (low + high) / 2;

            if (a[mid] <= b[d - 1 - mid]) // <-- here
                low = mid + 1;
            else
                high = mid;
        }
        int i = low, j = d - low;
        bool take_a = j == nb || (i < na && a[i] <= b[j]);
        out[d] = take_a ? a[i] : b[j];
        from[d] = take_a ? i : na + j;
    }
}
