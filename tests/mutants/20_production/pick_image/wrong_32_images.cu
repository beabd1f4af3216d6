// Mistake: it looks at 32 images only.
// Expect: wrong-answer
__global__ void pick_image(int *chosen, const unsigned char *arch, const unsigned char *kind, const unsigned char *device,
                           int n, int images)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;

    if (p >= n)
        return;

    int own = device[p], best = -1, at = -1;

    for (int j = 0; j < images && j < 32; j++) {
        int a = arch[j * n + p], k = kind[j * n + p];
        bool runs = k == 0 ? a / 10 == own / 10 && a <= own : k == 2 ? a <= own : a == own;
        int rank = k < 2 ? a + 1000 : a;

        if (runs && rank > best) {
            best = rank;
            at = j;
        }
    }
    chosen[p] = at;
}
