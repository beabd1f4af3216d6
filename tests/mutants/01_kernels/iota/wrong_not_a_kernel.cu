// Mistake: without __global__ this is a function of the CPU.
// Expect: no-kernel
void iota(int *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = i;
}
