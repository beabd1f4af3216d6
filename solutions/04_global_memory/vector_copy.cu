// One instruction moves 16 bytes for each thread, 512 for the warp: one request for the same 16 sectors
// that four loads of floats would touch in four requests. That means fewer instructions and more bytes in
// flight at a time: the memory has to be kept busy to deliver its full bandwidth.
//
// The thread after the last whole float4 copies the one to three floats that are left. Only its warp
// executes the other branch as well: in a long array that costs nothing.

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
