// game_of_life: the next generation of a world without edges.
//
//   out    h rows of w cells: the next generation, 0 or 1
//   cells  h rows of w cells: this one, 0 or 1
//
// The launch: blocks of 32 x 8 threads, enough for w x h cells.

__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    // YOUR CODE HERE
}
