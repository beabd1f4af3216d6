// spin_lock: the largest number, where it occurs first, and how often.
//
//   best   one int, -1 at the beginning: becomes the largest number
//   where  one int, -1 at the beginning: the smallest index at which it occurs
//   many   one int, 0 at the beginning: how often it occurs
//   lock   one int: 0 when free; 0 at the beginning and at the end
//   x      n ints, none of them negative, read only
//   n      the number of elements
//
// Launch: n blocks of 32 threads; block b handles x[b].

__global__ void spin_lock(int *best, int *where, int *many, int *lock, const int *x, int n)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        // YOUR CODE HERE: let only one block in at a time

        int v = x[b];
        if (v > *best) {
            *best = v;
            *where = b;
            *many = 1;
        } else if (v == *best) {
            *many += 1;
            if (b < *where)
                *where = b;
        }

        // YOUR CODE HERE: let the next one in
    }
}
