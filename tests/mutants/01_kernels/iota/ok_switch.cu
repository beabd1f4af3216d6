// Correct: seven ways to the same number.
// Expect: passed
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    switch (i % 7) {
    case 0:
        out[i] = i;
        break;
    case 1:
        out[i] = i;
        break;
    case 2:
        out[i] = 2 * i - i;
        break;
    case 3:
        out[i] = i + 0;
        break;
    case 4:
    case 5:
        out[i] = i ^ 0;
        break;
    default:
        out[i] = -(-i);
    }
}
