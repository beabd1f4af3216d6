// One more element in each row: tile[t][k] is in bank (33 * t + k) % 32, which is a different bank for
// each of the 32 lanes. With rows of 32 it was bank k for all of them, and each read took 32 passes.
//
// The tile itself is right. Without it, neighbouring threads would read 128 bytes apart in global
// memory, which is worse. Storing into the tile has no conflict, with or without the padding, since
// there the lanes of a warp have neighbouring elements of one row.

__global__ void bottleneck_two(float *peak, const float *x, int n)
{
    __shared__ float tile[128][33];
    int t = threadIdx.x, first = blockIdx.x * 128;

    for (int row = t / 32; row < 128; row += 4)
        if (first + row < n)
            tile[row][t % 32] = x[(first + row) * 32 + t % 32];
    __syncthreads();

    if (first + t < n) {
        float v = tile[t][0], most = v;

        for (int k = 1; k < 32; k++) {
            v = 0.5f * (v + tile[t][k]);
            most = fmaxf(most, v);
        }
        peak[first + t] = 20 * log10f(most);
    }
}
