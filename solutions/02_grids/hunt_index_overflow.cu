// The type of an operation comes from its operands. i * m with two ints is an int, and whatever does
// not fit into 32 bits is lost before the result is converted to a long long.
//
// The cast makes the first factor a long long, and C then converts m and n as well. A cast around the
// whole, (long long)(i * m / n), would change nothing.
//
// Indices of up to 2^31 fit an int, and ints are faster: a 64-bit multiplication is several
// instructions, a 64-bit division dozens. So widen the one product that needs it, here and in
// row * width + column of large matrices, and leave the rest as it is.

__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        long long j = (long long)i * m / n;
        out[i] = x[j];
    }
}
