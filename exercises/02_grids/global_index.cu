// global_index: a number for every thread of a 2D grid of 2D blocks.
//
//   thread     one int for each thread; thread number g writes 1000 * threadIdx.y + threadIdx.x into thread[g]
//   block_of   one int for each thread; thread number g writes 1000 * blockIdx.y + blockIdx.x into block_of[g]
//
// The numbers go block after block; x runs fastest, both in a block and in the grid.
// The launch: grids and blocks of several sizes, exactly one thread for each element.

__global__ void global_index(int *thread, int *block_of)
{
    // YOUR CODE HERE: the three numbers
    // int in_block = ...
    // int block    = ...
    // int g        = ...
}
