// A join learns only from its data how many pairs it has, so it goes through the left rows twice: once
// to count, once to write. The scan between them turns counts into positions, and no thread waits for another.
// An atomicAdd on a counter would give as many positions, but in another order in each run.
//
// The column of counts has one number more than there are left rows: a 0, which the scan turns into the
// total: one copy of four bytes, and the host allocates exactly what the pairs need.
//
// Both bounds are binary searches: about 2 * log2(n) loads for a left row instead of n. Neighbouring threads
// have neighbouring keys, so their searches take nearly the same way, and most of these loads are of the same
// sectors.
//
// A left row with a million matches keeps one thread busy with a million pairs. Where keys are that uneven,
// give each *pair* a thread: it finds its left row by a binary search in `start`. Keys that are not sorted are
// sorted first, or looked up in a hash table (hash_count), as pandas and cuDF do it by default.

#include <cuda_runtime.h>

// How many of the n sorted numbers are below key, or, with `or_equal`, at most key.
__device__ int bound(const int *x, int n, int key, bool or_equal)
{
    int low = 0, high = n;

    while (low < high) {
        int mid = low + (high - low) / 2;
        if (or_equal ? x[mid] <= key : x[mid] < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

__global__ void count_matches(int *count, int *first, const int *left, const int *right, int nl, int nr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < nl) {
        first[i] = bound(right, nr, left[i], false);
        count[i] = bound(right, nr, left[i], true) - first[i];
    } else if (i == nl) {
        count[i] = 0;
    }
}

// One block of 256 threads: each of the m numbers becomes the sum of those before it.
__global__ void scan(int *x, int m)
{
    __shared__ int sums[256];
    int t = threadIdx.x, each = (m + 255) / 256, sum = 0;

    for (int k = t * each; k < min(m, (t + 1) * each); k++)
        sum += x[k];
    sums[t] = sum;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int before = t >= d ? sums[t - d] : 0;
        __syncthreads();
        sums[t] += before;
    }
    sum = sums[t] - sum;
    for (int k = t * each; k < min(m, (t + 1) * each); k++) {
        int own = x[k];
        x[k] = sum;
        sum += own;
    }
}

__global__ void write_pairs(int *left_row, int *right_row, const int *start, const int *first, int nl)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= nl)
        return;
    int place = start[i], many = start[i + 1] - place;
    for (int k = 0; k < many; k++) {
        left_row[place + k] = i;
        right_row[place + k] = first[i] + k;
    }
}

int merge_join(int *left_row, int *right_row, const int *left, const int *right, int nl, int nr)
{
    int *d_left, *d_right, *d_start, *d_first, *d_left_row, *d_right_row, total;

    cudaMalloc(&d_left, nl * sizeof(int));
    cudaMalloc(&d_right, nr * sizeof(int));
    cudaMalloc(&d_start, (nl + 1) * sizeof(int));
    cudaMalloc(&d_first, nl * sizeof(int));
    cudaMemcpy(d_left, left, nl * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_right, right, nr * sizeof(int), cudaMemcpyHostToDevice);

    count_matches<<<nl / 256 + 1, 256>>>(d_start, d_first, d_left, d_right, nl, nr);
    scan<<<1, 256>>>(d_start, nl + 1);
    cudaMemcpy(&total, d_start + nl, sizeof(int), cudaMemcpyDeviceToHost);

    if (total > 0) {
        cudaMalloc(&d_left_row, total * sizeof(int));
        cudaMalloc(&d_right_row, total * sizeof(int));
        write_pairs<<<(nl + 255) / 256, 256>>>(d_left_row, d_right_row, d_start, d_first, nl);
        cudaMemcpy(left_row, d_left_row, total * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(right_row, d_right_row, total * sizeof(int), cudaMemcpyDeviceToHost);
        cudaFree(d_left_row);
        cudaFree(d_right_row);
    }
    cudaFree(d_left);
    cudaFree(d_right);
    cudaFree(d_start);
    cudaFree(d_first);
    return total;
}
