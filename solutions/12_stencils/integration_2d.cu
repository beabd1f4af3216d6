// A thread adds its whole column in a register and stores one number. Nothing is shared, so there
// is no barrier and no atomic, and the only memory it touches is out, once.
//
// Its weakness shows when the rectangle is tall and narrow: a column is one thread's work, however
// long it is, and a GPU with room for 200 000 threads gets only w. It also leaves w numbers to the
// host. integration_shared fixes both.

__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_2d(float *out, int w, int h, float step)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (c >= w)
        return;

    float x = (c + 0.5f) * step, sum = 0;

    for (int r = 0; r < h; r++)
        sum += f(x, (r + 0.5f) * step);
    out[c] = sum * step * step;
}
