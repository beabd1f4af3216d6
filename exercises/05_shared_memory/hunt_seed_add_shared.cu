// hunt_seed_add_shared: this kernel is wrong. Find out why, and fix it.
//
//   x   n floats; each block replaces its elements with the sums x + y, in reverse order
//   y   n floats, read only
//   n   the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int count = min(256, n);
    int i = threadIdx.x;

    if (i < count) {
        tile[i] = x[i] + y[i];
        __syncthreads();
        x[i] = tile[count - 1 - i];
    }
}
