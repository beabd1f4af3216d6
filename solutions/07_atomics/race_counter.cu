// The counter is one place for all threads, so reading, adding and writing must be one step that nobody can come
// between: atomicAdd. Which thread comes first does not matter, since a sum does not depend on the order.
//
// Threads that find nothing do not touch the counter at all. When almost everybody counts, thousands of
// atomics queue up for one address: a block's own counter in shared memory, added once at the end, is
// faster then. That is what histogram is about.

__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        atomicAdd(count, 1);
}
