// Mistake: every block sorts the first segment.
// Expect: data-race
#include <climits>
#include <cub/block/block_radix_sort.cuh>

__global__ void block_sort(int *data, const int *begin, int segments)
{
    using Sort = cub::BlockRadixSort<int, 128, 4>;
    __shared__ typename Sort::TempStorage temporary;

    int *segment = data + begin[0], n = begin[1] - begin[0];
    int t = threadIdx.x, items[4];

    for (int k = 0; k < 4; k++) {
        int i = k * 128 + t;
        items[k] = i < n ? segment[i] : INT_MAX;
    }
    Sort(temporary).Sort(items);
    for (int k = 0; k < 4; k++) {
        int i = 4 * t + k;
        if (i < n)
            segment[i] = items[k];
    }
}
