// hunt_race: this kernel is wrong. Find out why, and fix it.
//
//   total    one int: add the number of elements larger than limit to it
//   largest  one int: raise it to the largest element, if that is larger
//   x        n ints, read only
//   limit, n
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    __shared__ int count, top;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        count = 0;
        top = x[i];
    }

    if (i < n) {
        if (x[i] > limit)
            atomicAdd(&count, 1);
        atomicMax(&top, x[i]);
    }

    if (threadIdx.x == 0) {
        *total += count;
        if (top > *largest)
            *largest = top;
    }
}
