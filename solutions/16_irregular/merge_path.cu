// Cutting the inputs into equal parts would not do: how many outputs a part makes depends on the data. So
// the output is cut, and each thread finds out where its part begins in a and in b. After that no
// thread has more to do than another, whatever the numbers are: all equal, or all of a before all of b.
//
// The path through the table of a by b goes right for a number of b and down for one of a. Output
// number d lies where it crosses the diagonal of all positions with i + j = d. Along a diagonal the comparison
// changes its result only once, so a binary search finds the crossing in log2 steps.
//
// `a[i] <= b[j]` takes equal numbers from a first, and the search uses the same comparison. With `<` in one
// of the two, some equal numbers would come twice, and others never.

__global__ void merge_path(int *out, int *from, const int *a, const int *b, int na, int nb)
{
    int d = 8 * (blockIdx.x * blockDim.x + threadIdx.x), end = min(d + 8, na + nb);

    if (d >= na + nb)
        return;

    int low = max(0, d - nb), high = min(d, na);
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
