// A scan of zeros and ones by shuffles, in five steps.
// Expect: passed
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int keep = i < n && x[i] > limit ? 1 : 0, sum = keep;
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(0xffffffff, sum, d);
        if (lane >= d)
            sum += below;
    }
    if (i < n)
        rank[i] = keep ? sum - 1 : -1;
    if (lane == 31 && i - 31 < n)
        count[i / 32] = sum;
}
