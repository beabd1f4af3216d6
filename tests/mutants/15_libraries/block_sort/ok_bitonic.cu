// A bitonic sort in shared memory: 45 rounds, and no library.
// Expect: passed
#include <climits>

__global__ void block_sort(int *data, const int *begin, int segments)
{
    __shared__ int tile[512];
    int first = begin[blockIdx.x], n = begin[blockIdx.x + 1] - first;

    for (int i = threadIdx.x; i < 512; i += 128)
        tile[i] = i < n ? data[first + i] : INT_MAX;
    for (int size = 2; size <= 512; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            for (int pair = threadIdx.x; pair < 256; pair += 128) {
                int low = 2 * pair - pair % step, high = low + step;
                bool up = (low & size) == 0;
                int a = tile[low], b = tile[high];
                tile[low] = up ? min(a, b) : max(a, b);
                tile[high] = up ? max(a, b) : min(a, b);
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 128)
        data[first + i] = tile[i];
}
