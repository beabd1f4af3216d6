// All threads share one counter, so reading, adding and writing must be one step that no other
// thread can interrupt: atomicAdd. Which thread comes first does not matter, since the order
// does not change a sum.
//
// A thread whose number is not larger does not touch the counter at all. If almost every thread
// counts, thousands of atomics queue up for one address. Then a counter for each block in shared
// memory, added once at the end, is faster. That is what histogram is about.

__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        atomicAdd(count, 1);
}
