// Mistake: the largest int stands for an array that is used up, but it may be a number of b.
// Expect: wrong-answer
#include <climits>

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
        int next_a = i < na ? a[i] : INT_MAX, next_b = j < nb ? b[j] : INT_MAX;

        if (next_a <= next_b) {
            from[k] = i++;
            out[k] = next_a;
        } else {
            from[k] = na + j++;
            out[k] = next_b;
        }
    }
}
