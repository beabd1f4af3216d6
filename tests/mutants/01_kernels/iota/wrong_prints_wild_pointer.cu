// Mistake: prints a string that is nowhere.
// Expect: memory-error out-of-bounds
__global__ void iota(int *out, int n)
{
    printf("%s\n", (const char *)0x7f0012345678);
}
