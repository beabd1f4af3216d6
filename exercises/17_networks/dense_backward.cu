// dense_backward: the gradients of a dense layer, y = ReLU(x w + b).
//
//   dx, dw, db   what to compute: the gradients of x, w and b
//   dy           the gradients of y: m rows of n
//   y            what the layer has computed: m rows of n
//   x            m rows of k
//   w            k rows of n

#include <cuda_runtime.h>

// Given: c = a b, with `rows` rows, `cols` columns, and sums of `inner` products. Element (r, i) of a is
// a[r * ar + i * ac], and element (i, c) of b is b[i * br + c * bc]. Blocks of 16 x 16 threads.
__global__ void product(float *c, const float *a, const float *b, int rows, int cols, int inner,
                        int ar, int ac, int br, int bc)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows && col < cols) {
        float sum = 0;

        for (int i = 0; i < inner; i++)
            sum += a[row * ar + i * ac] * b[i * br + col * bc];
        c[row * cols + col] = sum;
    }
}

static dim3 blocks(int rows, int cols)
{
    return dim3((cols + 15) / 16, (rows + 15) / 16);
}

void dense_backward(float *dx, float *dw, float *db, const float *dy, const float *y, const float *x, const float *w,
                    int m, int n, int k)
{
    // YOUR CODE HERE
}
