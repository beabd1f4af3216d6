// A tree works for each operation that may be done in any grouping: (a op b) op c = a op (b op c). "The better of two pairs"
// is one, and since ties are decided by the column, it does not matter either in which order pairs meet. Without that
// rule a tree would give now this column and now that one.
//
// Each thread first goes through the row with a stride of the block: neighbours load neighbours, and the tree is climbed
// once for the whole row. Its columns come in rising order, so there > alone keeps the first.

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
