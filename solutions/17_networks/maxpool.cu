// A thread for each window, four loads and two stores. There is nothing to share between threads, since the windows do
// not overlap (in `pooling` they did).
//
// The two loads of a row stand two floats apart between neighbouring threads, so each of them touches 8 sectors and
// uses half of their bytes; the second finds its sectors in the L1 cache. Where rows begin at multiples of 8 bytes, one
// load of a float2 does both. With an odd w they do not, and such a load would be misaligned in every second row.
//
// `which` is what makes the backward pass cheap: it needs no x, and so the program can free x, or overwrite it. Two
// bits would be enough, but a byte is what a thread can store without its neighbours.

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

        if (best == best && !(v <= best)) { // larger, or the first NaN
            best = v;
            place = k;
        }
    }
    y[i] = best;
    which[i] = place;
}
