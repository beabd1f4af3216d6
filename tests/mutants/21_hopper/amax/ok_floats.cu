// Expect: passed
// Floats, with the NaN asked for: the loop swaps unless the stored value is at least as large.
__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? fabsf(x[i]) : 0;

    for (int by = 1; by < 32; by *= 2) {
        float other = __shfl_xor_sync(0xFFFFFFFF, v, by);

        if (isnan(other) || other > v)
            v = other;
    }
    if (threadIdx.x % 32 > 0 || i >= n)
        return;

    int *at = (int *)most, seen = atomicAdd(at, 0);

    while (!isnan(__int_as_float(seen)) && !(__int_as_float(seen) >= v)) {
        int before = atomicCAS(at, seen, __float_as_int(v));

        if (before == seen)
            break;
        seen = before;
    }
}
