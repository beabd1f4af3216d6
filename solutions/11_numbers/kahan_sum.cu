// The sum grows and the terms do not, so the last bits of each term fall off the end of the sum. They
// are not gone: next - sum is the part of the term that has arrived, exactly, and the difference from
// the term is what fell off. The next term takes it along. However many numbers there are, the result
// is about as good as if only the last addition had been rounded.
//
// It takes four additions in place of one. A kernel that loads 8 bytes for each term waits for memory
// anyway, so on most GPUs the other three cost nothing. (Where doubles are slow, on cards made for
// games, the same trick makes a sum of floats nearly as good as one of doubles.)
//
// Compilers must not "simplify" (next - sum) - term to zero. CUDA's do not, not even with
// --use_fast_math; a compiler for the host with -ffast-math does.

__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    double sum = 0, lost = 0;

    for (int r = 0; r < h; r++) {
        double term = x[(size_t)r * w + c] - lost;
        double next = sum + term;

        lost = (next - sum) - term;
        sum = next;
    }
    out[c] = sum;
}
