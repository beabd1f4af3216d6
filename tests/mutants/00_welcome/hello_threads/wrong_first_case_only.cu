// Mistake: a loop that fits the 4 seats of the first case and no other.
// Expect: memory-error out-of-bounds
__global__ void hello_threads(int *seat)
{
    for (int i = 0; i < 4; i++)
        seat[i] = i; // <-- here
}
