// pick_image: the image of a fat binary that runs on a device.
//
//   chosen   n ints, to write: the index of program p's image, or -1
//   arch     image j of program p has the number arch[j * n + p], such as 86; read only
//   kind     its kind: 0 machine code, 1 machine code with an a, 2 PTX, 3 PTX with an a; read only
//   device   n numbers of devices; read only
//   n        the number of programs
//   images   the images of each program
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void pick_image(int *chosen, const unsigned char *arch, const unsigned char *kind, const unsigned char *device,
                           int n, int images)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
