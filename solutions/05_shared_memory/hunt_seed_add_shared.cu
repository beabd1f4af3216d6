// The slide's kernel knows only one block: threadIdx.x is the index into the tile, and into
// the array as well. With a second block, both work on the first 256 elements, and neither
// on the rest. So there are two indices: t in the tile, first + t in the array.
//
// The slide's barrier is inside the guard. With n = 256 each thread has an element and comes. Otherwise
// some do not. The condition goes around the work, twice, and the barrier between the two stands alone.
//
// The original did not reverse anything: each thread read the element that it had written itself, so it
// needed neither the barrier nor the shared memory. That is why the mistake was never noticed.

__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first);
    int t = threadIdx.x;

    if (t < count)
        tile[t] = x[first + t] + y[first + t];
    __syncthreads();
    if (t < count)
        x[first + t] = tile[count - 1 - t];
}
