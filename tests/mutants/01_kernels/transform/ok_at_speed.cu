// Sixteen bytes for each access. The launch gives each block 256 threads for 256 elements; 64 of them are enough, with four
// neighbours each, and the others leave at once. There is no load that waits for another, and each request of a warp
// moves 512 bytes instead of 128: on an H200, with 2^26 elements, 77 % of the speed
// of cudaMemcpy, where an element for each thread is 53 %. More is not to be had with this launch: it has so many blocks
// that starting them is what takes the time. The same with blocks for 1024 elements is at 97 %.
// Expect: passed
__device__ float mixed(float x, float a, float b)
{
    float s, c;
    sincosf(x, &s, &c);
    return a * c * c + b * s * s;
}

__global__ void transform(float *out, const float *x, float a, float b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x * 4;
    if (threadIdx.x >= blockDim.x / 4)
        return;
    if (i + 3 < n) {
        float4 v = *(const float4 *)(x + i);
        *(float4 *)(out + i) = make_float4(mixed(v.x, a, b), mixed(v.y, a, b), mixed(v.z, a, b), mixed(v.w, a, b));
    } else
        for (; i < n; i++)
            out[i] = mixed(x[i], a, b);
}
