// Both mistakes are about which thread fills the tile, and when.
//
// The halo was stored after the barrier. Threads 254 and 255 read it, and they are in another warp
// than threads 0 and 1, which store it, so luck decides which of them come first. The whole tile has
// to be stored before the barrier.
//
// In the last block, threads beyond the end stored nothing. Yet the last two threads with an element
// read up to two elements to the right of it. So every thread stores, and those beyond the end store
// the nearest element, which is what the task wants there. In the halo min() does the same.

__global__ void hunt_halo(float *out, const float *x, int n)
{
    __shared__ float tile[260]; // the elements of the block, and two more on either side
    int t = threadIdx.x, first = blockIdx.x * 256, i = first + t;

    tile[t + 2] = x[min(i, n - 1)];
    if (t < 2) {
        tile[t] = x[max(first - 2 + t, 0)];
        tile[258 + t] = x[min(first + 256 + t, n - 1)];
    }
    __syncthreads();
    if (i < n)
        out[i] = tile[t] + tile[t + 1] + tile[t + 2] + tile[t + 3] + tile[t + 4];
}
