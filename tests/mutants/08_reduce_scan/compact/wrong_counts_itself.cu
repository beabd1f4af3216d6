// Mistake: a scan that counts the element itself, so that all go one place too far.
// Expect: wrong-answer
__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    __shared__ int packed[257], keeps[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    keeps[t] = i < n && x[i] > limit;
    packed[t] = 0;
    int total = __syncthreads_count(keeps[t]);
    int place = 0;
    for (int k = 0; k <= t; k++)
        place += keeps[k];
    if (keeps[t])
        packed[place] = x[i];
    __syncthreads();
    if (i < n)
        out[i] = packed[t];
    if (t == 0)
        kept[blockIdx.x] = total;
}
