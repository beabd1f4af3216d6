// Each thread looks at all elements of its group: slow, and right.
// Expect: too-slow warp_instructions
__global__ void ballot_count(int *count, int *rank, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int before = 0, all = 0;
    for (int k = i / 32 * 32; k < min(i / 32 * 32 + 32, n); k++) {
        all += x[k] > limit;
        before += k < i && x[k] > limit;
    }
    rank[i] = x[i] > limit ? before : -1;
    if (i % 32 == 0)
        count[i / 32] = all;
}
