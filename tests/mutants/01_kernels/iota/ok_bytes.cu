// Correct: four threads write the four bytes of an element.
// Expect: passed
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = i / 4; e < n; e += gridDim.x * blockDim.x / 4)
        ((unsigned char *)out)[4 * e + (i & 3)] = (unsigned char)(e >> 8 * (i & 3));
}
