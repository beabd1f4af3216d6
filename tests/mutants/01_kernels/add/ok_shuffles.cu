// Correct: values travel through the warp and come back; a ballot says which lanes have work.
// Expect: passed
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    unsigned m = __ballot_sync(0xffffffff, i < n);
    float v = i < n ? a[i] : 0;
    float w = __shfl_xor_sync(0xffffffffu, v, 1);
    w = __shfl_xor_sync(0xffffffffu, w, 1);
    if (m & (1u << lane))
        out[i] = w + b[i];
}
