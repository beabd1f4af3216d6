// Two float4s a thread, and what is left at the end one by one.
// Expect: passed
__global__ void strided_copy(float *out, const float *x, int n)
{
    int first = blockIdx.x * 2048;
    for (int k = 0; k < 2; k++) {
        int i = first + 4 * (k * 256 + threadIdx.x);
        if (i + 3 < n)
            *reinterpret_cast<float4 *>(out + i) = *reinterpret_cast<const float4 *>(x + i);
        else
            for (int j = i; j < n; j++)
                out[j] = x[j];
    }
}
