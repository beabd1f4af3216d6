// Both mistakes are the same: a condition around an exchange in which all lanes have to take part.
// And the same change fixes both: the condition selects the *number*, and a lane that has nothing
// to add contributes a 0.
//
// A smaller mask would not do. The mask says which lanes come, not which lanes are read: a shuffle
// still reads the lane 16 further up. And lane 0, which writes the sum, must come whatever its own
// element is.

__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n && x[i] > limit ? x[i] : 0;

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);

    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}
