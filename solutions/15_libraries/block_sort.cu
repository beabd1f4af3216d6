// The threads' items are one array of 512 for CUB: thread t has elements 4 t to 4 t + 3 of it, "blocked", as
// it says. What goes in may be in any order, so the loads are striped: neighbouring lanes load neighbours. The
// stores are not, with 16 bytes between the lanes; SortBlockedToStriped(items) would exchange the items through
// shared memory first, and is worth it for large arrays.
//
// INT_MAX is at least as large as any number, so the padding ends up after them all. If a segment holds
// INT_MAX itself, it does not matter which of them is stored.
//
// All threads call Sort, even those without a number: it has barriers inside. Every load is done before the
// first store, since Sort begins and ends with one. And its shared memory is 2 to 3 KB, which bounds
// nothing here; in a kernel that uses several of CUB's parts in turn, put their storages into a union, with a
// barrier between two uses.

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
        items[k] = i < n ? segment[i] : INT_MAX;
    }
    Sort(temporary).Sort(items);
    for (int k = 0; k < 4; k++) {
        int i = 4 * t + k;
        if (i < n)
            segment[i] = items[k];
    }
}
