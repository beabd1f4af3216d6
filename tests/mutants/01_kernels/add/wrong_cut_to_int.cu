// Mistake: the sum goes through an int and loses its fraction.
// Expect: wrong-answer
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sum = a[i] + b[i];
        out[i] = sum;
    }
}
