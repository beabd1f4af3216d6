// global_index: a number for every thread of a 2D grid of 2D blocks.
//
//   thread_x   one int for each thread; thread number g writes its threadIdx.x into thread_x[g]
//   block_x    one int for each thread; thread number g writes its blockIdx.x into block_x[g]
//
// The numbers go block after block; x runs fastest, both in a block and in the grid.
// The launch: grids and blocks of several sizes, exactly one thread for each element.

__global__ void global_index(int *thread_x, int *block_x)
{
    // YOUR CODE HERE: the three numbers
    // int in_block = ...
    // int block    = ...
    // int g        = ...
}
