// Sixteen bytes for each access. The launch gives each block 256 threads for 256 elements; 64 of them are enough, with four
// neighbours each, and the others leave at once. There is no load that waits for another, and each request of a warp
// moves 512 bytes instead of 128: on an H200, with 2^26 elements, 104 % of the speed of cudaMemcpy, where an element
// for each thread is 81 %.
// Expect: passed
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x * 4;
    if (threadIdx.x >= blockDim.x / 4)
        return;
    if (i + 3 < n) {
        float4 u = *(const float4 *)(a + i), v = *(const float4 *)(b + i);
        *(float4 *)(out + i) = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);
    } else
        for (; i < n; i++)
            out[i] = a[i] + b[i];
}
