// block_sort: sorts each segment of an array in place, with a block for each.
//
//   data       the numbers of all segments
//   begin      segments + 1 ints: segment s has data[begin[s]] to data[begin[s + 1] - 1], at most 512
//   segments   as many as there are blocks, of 128 threads each

#include <climits>
#include <cub/block/block_radix_sort.cuh>

__global__ void block_sort(int *data, const int *begin, int segments)
{
    // YOUR CODE HERE
}
