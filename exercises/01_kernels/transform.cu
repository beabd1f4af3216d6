// transform: a function of each element.
//
//   out    n floats; out[i] must become a * cos(x[i])^2 + b * sin(x[i])^2
//   x      n floats, read only
//   a, b   the weights
//   n      the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    // YOUR CODE HERE
}
