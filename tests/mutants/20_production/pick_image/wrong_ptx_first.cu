// Mistake: PTX goes before machine code.
// Expect: wrong-answer
__global__ void pick_image(int *chosen, const unsigned char *arch, const unsigned char *kind, const unsigned char *device,
                           int n, int images)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;

    if (p >= n)
        return;

    int d = device[p], best = 0, found = -1;

    for (int j = 0; j < images; j++) {
        int a = arch[(size_t)j * n + p], k = kind[(size_t)j * n + p];
        bool exact = k & 1, code = k < 2;
        bool runs = exact ? a == d : a <= d && (!code || a / 10 == d / 10);
        int rank = code ? a : 1000 + a;

        if (runs && rank > best) {
            best = rank;
            found = j;
        }
    }
    chosen[p] = found;
}
