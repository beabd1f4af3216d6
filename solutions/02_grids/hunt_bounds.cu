// Both mistakes are the same one: forgetting that the last element is n - 1,
// not n.
//
// Thread n has no element, so the test that makes threads leave needs >=.
// And element n - 1 has no right neighbour. On a GPU both often go
// unnoticed, because memory is allocated in large pieces and there is usually
// something past the end, just not yours: a bug that waits for a bad day.
//
// Three threads need each x[i], but it comes from memory only once: the
// other two find it in the cache.

__global__ void hunt_bounds(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    int left = i > 0 ? i - 1 : i;
    int right = i < n - 1 ? i + 1 : i;
    out[i] = (x[left] + x[i] + x[right]) / 3;
}
