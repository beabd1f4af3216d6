// Mistake: the loop of the CPU program, run by every thread.
// Expect: data-race data-race-global
__global__ void scale(float *x, float a, int n)
{
    for (int i = 0; i < n; i++)
        x[i] *= a; // <-- here
}
