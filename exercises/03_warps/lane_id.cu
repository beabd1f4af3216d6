// lane_id: where has the hardware put me?
//
//   lane  one int for each thread: its position in its warp, 0 to 31
//   warp  one int for each thread: its warp's number within the block
//
// A block of T threads has T elements, in the order that defines the warps.
// The launch: a grid of one dimension, blocks of one, two or three.

__global__ void lane_id(int *lane, int *warp)
{
    // YOUR CODE HERE: first, my number within the block
}
