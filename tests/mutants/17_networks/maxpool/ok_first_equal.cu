// The largest first, then the first place that is equal to it.
// Expect: passed
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

    float a = best, b = window[1], d = window[w], e = window[w + 1];
    float most = fmaxf(fmaxf(a, b), fmaxf(d, e));

    if (a != a)
        place = 0;
    else if (b != b)
        place = 1;
    else if (d != d)
        place = 2;
    else if (e != e)
        place = 3;
    else
        place = a == most ? 0 : b == most ? 1 : d == most ? 2 : 3;
    best = place == 0 ? a : place == 1 ? b : place == 2 ? d : e;
    y[i] = best;
    which[i] = place;
}
