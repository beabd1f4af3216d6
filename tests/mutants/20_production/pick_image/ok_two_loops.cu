// Expect: passed
// First machine code, then, if none runs, PTX.
__global__ void pick_image(int *chosen, const unsigned char *arch, const unsigned char *kind, const unsigned char *device,
                           int n, int images)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x, found = -1, newest = -1;

    if (p >= n)
        return;
    for (int ptx = 0; ptx <= 2 && found < 0; ptx += 2) {
        for (int j = 0; j < images; j++) {
            int a = arch[j * n + p], k = kind[j * n + p], d = device[p];

            if ((k & 2) != ptx || a > d || a < newest)
                continue;
            if (k % 2 == 1 ? a != d : k == 0 && a / 10 != d / 10)
                continue;
            newest = a;
            found = j;
        }
    }
    chosen[p] = found;
}
