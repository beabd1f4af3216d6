// Mistake: takes a channel of x for twice as high as one of y.
// Expect: wrong-answer
__global__ void maxpool(float *y, unsigned char *which, const float *x, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    int rows = h / 2, columns = w / 2;

    if (r >= rows || c >= columns)
        return;

    const float *window = x + ((size_t)blockIdx.z * (2 * rows) + 2 * r) * w + 2 * c;
    size_t i = ((size_t)blockIdx.z * rows + r) * columns + c;
    float best = window[0];
    int place = 0;

    for (int k = 1; k < 4; k++) {
        float v = window[k / 2 * w + k % 2];

        if (best == best && !(v <= best)) { // larger, or the first NaN
            best = v;
            place = k;
        }
    }
    y[i] = best;
    which[i] = place;
}
