// A thread stands for a pair, and its number gives three indices: one to
// read from, two to write to. Choosing what a thread stands for (an input,
// an output, a pair) is the first decision in every kernel.
//
// The two writes of a pair are neighbours, so a warp fills 256 bytes without
// a gap. The reads are a stride apart, and the memory delivers 32 bytes at a
// time: from stride 8 on, a thread uses only 4 of every 32 bytes that move
// for it. The kernel cannot change that, because it does not choose where
// the elements are. Lesson 04 shows layouts that avoid it.

__global__ void zip_stride(int *out, const int *a, const int *b, int n, int stride)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    int from = pair * stride;
    if (from < n) {
        out[2 * pair] = a[from];
        out[2 * pair + 1] = b[from];
    }
}
