// Mistake: places are drawn from a counter: the elements are all there, in the order in which warps happen to come.
// Expect: wrong-answer
__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    __shared__ int next;
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;
    if (t == 0)
        next = 0;
    __syncthreads();
    int k = 255 - t;
    if (first + k < n && x[first + k] > limit)
        out[first + atomicAdd(&next, 1)] = x[first + k];
    __syncthreads();
    if (i < n && t >= next)
        out[i] = 0;
    if (t == 0)
        kept[blockIdx.x] = next;
}
