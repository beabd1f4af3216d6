// A tree works for every operation whose grouping does not matter: (a op b) op c = a op (b op c).
// "The better of two pairs" is one, and since the column breaks ties, the order in which pairs meet
// does not matter either. Without that rule a tree would return different columns for the same row.
//
// First each thread walks the row with a stride of 256: neighbouring threads load neighbouring
// elements, and the block needs only one tree for the whole row. Each thread sees its columns in
// rising order, so a plain > keeps the first.

__global__ void argmax(int *out, const float *x, int w, int h)
{
    __shared__ float value[256];
    __shared__ int column[256];
    int t = threadIdx.x;
    const float *row = x + (size_t)blockIdx.x * w;
    float best = -INFINITY;
    int where = w;

    for (int k = t; k < w; k += 256)
        if (row[k] > best) {
            best = row[k];
            where = k;
        }
    value[t] = best;
    column[t] = where;
    __syncthreads();

    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            float v = value[t + half];
            int k = column[t + half];
            if (v > value[t] || (v == value[t] && k < column[t])) {
                value[t] = v;
                column[t] = k;
            }
        }
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = column[0];
}
