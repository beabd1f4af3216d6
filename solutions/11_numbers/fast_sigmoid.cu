// __expf(v) is a multiplication and an instruction that computes a power of two. Its error grows with
// |v|, to some 1e-5 of the result at 80; but there 1 / (1 + e) is nearly 0 or nearly 1, and the error
// disappears. __fdividef is a reciprocal and a multiplication.
//
// For x below -88, e is infinite, and 1 / infinity is 0, as it should be. (For a divisor between 2^126
// and 2^128 __fdividef gives 0 as well, where the true result is 1e-38.) For large x, e is 0 and the
// result 1. The formula e / (1 + e) with e = exp(x) is the same in algebra, but NaN for x = 89.
//
// This kernel waits for memory, so on a GPU expect little difference between fast and exact floats.
// The fast forms pay off in kernels that compute more for each element. Avoiding doubles pays off
// everywhere: with 1.0 instead of 1.0f the double units become the limit, and consumer GPUs have few.

__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = __fdividef(1.0f, 1.0f + __expf(-x[i]));
}
