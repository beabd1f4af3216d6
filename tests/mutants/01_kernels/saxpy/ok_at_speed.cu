// Sixteen bytes for each access. The launch gives each block 256 threads for 256 elements; 64 of them are enough, with four
// neighbours each, and the others leave at once. There is no load that waits for another, and each request of a warp
// moves 512 bytes instead of 128: on an H200, with 2^26 elements, 104 % of the speed of cudaMemcpy, where an element
// for each thread is 80 %.
// Expect: passed
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x * 4;
    if (threadIdx.x >= blockDim.x / 4)
        return;
    if (i + 3 < n) {
        float4 u = *(const float4 *)(x + i), v = *(const float4 *)(y + i);
        *(float4 *)(y + i) = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
    } else
        for (; i < n; i++)
            y[i] = a * x[i] + y[i];
}
