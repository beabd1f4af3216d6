// As 16 bytes of integers, stored as floats again.
// Expect: passed
__global__ void aos_to_soa(float *x, float *y, float *z, float *mass, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uint4 v = *reinterpret_cast<const uint4 *>(p + 4 * i);
        x[i] = __uint_as_float(v.x);
        y[i] = __uint_as_float(v.y);
        z[i] = __uint_as_float(v.z);
        mass[i] = __uint_as_float(v.w);
    }
}
