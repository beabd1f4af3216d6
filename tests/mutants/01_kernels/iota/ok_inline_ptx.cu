// Correct: the guard is inline PTX with registers of its own.
// Expect: passed
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        ".reg .s32 t;\n\t"
        "setp.lt.s32 p, %1, %2;\n\t"
        "selp.s32 t, %1, -1, p;\n\t"
        "mov.s32 %0, t;\n\t"
        "}"
        : "=r"(r)
        : "r"(i), "r"(n));
    if (r >= 0)
        out[r] = r;
}
