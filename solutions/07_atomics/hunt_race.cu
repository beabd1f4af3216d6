// Atomics keep threads from getting between each other's reading and writing. They do not say who comes first: that
// is what barriers are for. So within the block there are three stretches, with a barrier after each of
// the first two: one thread sets the variables, all use them, one thread reads them.
//
// Between blocks there is no barrier. There is no need for one either, since neither a sum nor a maximum depends on the
// order. But each has to be one step.

__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    __shared__ int count, top;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        count = 0;
        top = x[i];
    }
    __syncthreads();

    if (i < n) {
        if (x[i] > limit)
            atomicAdd(&count, 1);
        atomicMax(&top, x[i]);
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        atomicAdd(total, count);
        atomicMax(largest, top);
    }
}
