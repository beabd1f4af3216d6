// Right, but each thread counts through its group, 32 elements, instead of asking the other lanes once.
// Expect: too-slow warp_instructions
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int first = i / 32 * 32, before = 0, all = 0;
    for (int k = first; k < first + 32 && k < n; k++) {
        before += k < i && x[k] > limit;
        all += x[k] > limit;
    }
    rank[i] = x[i] > limit ? before : -1;
    if (i == first)
        count[i / 32] = all;
}
