// hunt_bounds: this kernel is wrong. Find out why, and fix it.
//
//   out   n floats; out[i] must become the mean of x[i] and its two neighbours; at the ends the
//         element itself replaces the missing neighbour
//   x     n floats, read only
//   n     the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;

    int left = i > 0 ? i - 1 : i;
    int right = i < n ? i + 1 : i;
    out[i] = (x[left] + x[i] + x[right]) / 3;
}
