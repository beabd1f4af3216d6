// Mistake: the padding seems large enough, and comes before larger numbers.
// Expect: wrong-answer
#include <climits>
#include <cub/block/block_radix_sort.cuh>

__global__ void block_sort(int *data, const int *begin, int segments)
{
    using Sort = cub::BlockRadixSort<int, 128, 4>;
    __shared__ typename Sort::TempStorage temporary;

    int *segment = data + begin[blockIdx.x], n = begin[blockIdx.x + 1] - begin[blockIdx.x];
    int t = threadIdx.x, items[4];

    for (int k = 0; k < 4; k++) {
        int i = k * 128 + t;
        items[k] = i < n ? segment[i] : 1000000000;
    }
    Sort(temporary).Sort(items);
    for (int k = 0; k < 4; k++) {
        int i = 4 * t + k;
        if (i < n)
            segment[i] = items[k];
    }
}
