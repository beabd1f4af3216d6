// Mistake: the sigmoid by the fast hyperbolic tangent, one instruction, which is off by some 1e-5 of its value.
// Expect: wrong-answer
__global__ void fast_sigmoid(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float t, half = 0.5f * x[i];
        asm("tanh.approx.f32 %0, %1;" : "=f"(t) : "f"(half));
        out[i] = 0.5f * t + 0.5f;
    }
}
