// Mistake: compares the bits of the floats, put in order as integers: -0 and 0 are equal, but their bits are not.
// Expect: wrong-answer
// Larger floats have larger keys.
__device__ int key(float v)
{
    int bits = __float_as_int(v);

    return bits ^ (bits >> 31 & 0x7fffffff);
}

__global__ void maxpool(float *y, unsigned char *which, const float *x, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    int rows = h / 2, columns = w / 2;

    if (r >= rows || c >= columns)
        return;

    const float *window = x + ((size_t)blockIdx.z * h + 2 * r) * w + 2 * c;
    size_t i = ((size_t)blockIdx.z * rows + r) * columns + c;
    float best = window[0];
    int place = 0;

    for (int k = 1; k < 4; k++) {
        float v = window[k / 2 * w + k % 2];

        if (best == best && (v != v || key(v) > key(best))) {
            best = v;
            place = k;
        }
    }
    y[i] = best;
    which[i] = place;
}
