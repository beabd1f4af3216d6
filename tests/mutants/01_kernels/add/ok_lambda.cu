// Correct: the loop is a template that takes the work as a lambda.
// Expect: passed
template <class F> __device__ void apply(int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        f(i);
}
__global__ void add(float *out, const float *a, const float *b, int n)
{
    auto body = [=](int i) { out[i] = a[i] + b[i]; };
    apply(n, body);
}
