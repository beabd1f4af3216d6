// Atomics keep other threads from coming in between a thread's read and its write. They do not
// decide which thread comes first: that is what barriers are for. So within the block there are
// three phases, with a barrier after each of the first two: one thread sets the variables, all use
// them, one thread reads them.
//
// Between blocks an ordinary launch has no barrier. It needs none here, since neither a sum nor a
// maximum depends on the order. But each change has to be one step.

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
