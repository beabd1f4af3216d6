// One instruction moves 16 bytes for each thread, 512 for the warp: the same 16 sectors in one request
// that four loads of floats would touch in four. Fewer instructions, and more bytes under way at a
// time: the memory has to be kept busy to give all its bandwidth.
//
// The thread behind the last whole float4 has the one to three floats that are left. For it, and only for it, the
// warp walks the other branch: nothing, in a long array.

__global__ void vector_copy(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int whole = n / 4;
    if (i < whole)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(x)[i];
    else if (i == whole)
        for (int k = 4 * whole; k < n; k++)
            out[k] = x[k];
}
