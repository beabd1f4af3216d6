// selu: the scaled exponential linear unit.
//
//   out      n floats; out[i] = lambda * x[i]                            where x[i] > 0,
//                      out[i] = lambda * (alpha * exp(x[i]) - alpha)     elsewhere
//   x        n floats, read only
//   alpha, lambda   the two numbers of the formula
//   n        the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void selu(float *out, const float *x, float alpha, float lambda, int n)
{
    // YOUR CODE HERE
}
