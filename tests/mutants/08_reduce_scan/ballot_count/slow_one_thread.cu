// Right, but one thread of each warp does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, kept = 0;
    if (threadIdx.x % 32 != 0 || first >= n)
        return;
    for (int i = first; i < first + 32 && i < n; i++)
        rank[i] = x[i] > limit ? kept++ : -1;
    count[first / 32] = kept;
}
