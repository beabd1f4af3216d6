return {
  title = "Grids", minutes = 40,
  summary = "Lay threads over rows, images and volumes, and launch them yourself.",
  steps = {
    { title = "What this is for", text = [[
Images have rows and columns, volumes have slices too, and some arrays have more elements than you want threads. In this lesson you lay a grid of threads over such data, and choose the two numbers of a launch.

It takes about 40 minutes and has twelve exercises. In three of them you write code for the host; the last two are bug hunts in programs that seem to work.

You need the frame from lesson *Kernels*: who am I, is there work for me, do it. What changes is the answer to the first question.
]] },

    { title = "Why there are blocks", text = [[
A grid could be one long row of threads. Why cut it into blocks?

Because GPUs come in all sizes. A block runs on *one* multiprocessor from beginning to end. The GPU assigns blocks to multiprocessors as they become free: a small GPU works on a few at a time, an H200 on hundreds. The same program runs on both, and runs faster on the larger one without any change.

The price: blocks must not depend on each other. They may run in any order, at the same time or one after the other.

Within a block it is different. Its threads are on the same multiprocessor at the same time, so they can wait for each other and share a fast memory. That is lesson *Shared memory*.
]] },

    { title = "A value from another block", question = "Block 0 writes a value that block 1 reads, in the same launch. Both blocks certainly run. What is wrong?",
      choices = {
        { "Nothing: block 0 comes before block 1",
          why = "Block numbers are names, not an order. The GPU may well start with block 1, or run both at once." },
        { "Nothing guarantees that block 0 writes before block 1 reads", right = true,
          why = "That is a data race between blocks. The simplest way to order them is two launches, one after the other." },
        { "Blocks cannot see each other's memory",
          why = "They can: all blocks share the arrays in main memory. What is missing is the order." },
      } },

    { title = "Three dimensions", text = [[
Grid and block each have up to three dimensions. `dim3` holds the three sizes; those you leave out are 1.

- `dim3 block(16, 16);` means 16 x 16 = 256 threads
- `dim3 grid(8, 5);` means 8 x 5 = 40 blocks
- `kernel<<<grid, block>>>(x, n);` launches them

In the kernel, `threadIdx`, `blockIdx`, `blockDim` and `gridDim` have the members `.x`, `.y` and `.z`.

The limits, the same for all current GPUs:

- a block: 1024 threads in all, at most 1024 x 1024 x 64
- a grid: 2147483647 blocks in x, 65535 in y and in z
]] },

    { title = "Which block can be launched", question = "Which of these blocks can you launch?",
      choices = {
        { "dim3(64, 32)",
          why = "64 x 32 = 2048 threads, and the limit for all dimensions together is 1024. The launch fails with an error, which you only see if you ask for it." },
        { "dim3(1, 1, 128)",
          why = "128 threads would be fine, but z is limited to 64." },
        { "dim3(8, 8, 16)", right = true,
          why = "8 x 8 x 16 = 1024, exactly the limit, and each dimension is within its own limit." },
        { "dim3(2048)",
          why = "2048 threads are more than 1024, in one dimension as in three." },
      } },

    { title = "Two dimensions", grid = { blocks = { 3, 2 }, threads = { 4, 3 }, block = { 1, 1 }, thread = { 2, 0 } },
      caption = "A grid of 3 x 2 blocks, each of 4 x 3 threads. The marked thread: column 1 * 4 + 2 = 6, row 1 * 3 + 0 = 3. It is the formula from lesson *Kernels* twice, once for x and once for y." },

    { title = "The row of a thread", question = "Blocks have 16 x 8 threads (x, y). In which row (y) is thread (3, 5) of block (2, 4)?",
      answer = 37, why = "Only y counts for the row: 4 * 8 + 5 = 37. (Its column is 2 * 16 + 3 = 35.)" },

    { title = "The order inside a block", text = [[
The hardware does not know squares. It numbers the threads of a block in a single row, x fastest, then y, then z, and cuts that row into warps of 32 threads.

In a block of 16 x 16, warp 0 consists of the rows y = 0 and y = 1, warp 1 of the next two, and so on. In a block of 32 x 8, every row is one warp.

So threads with consecutive `threadIdx.x` run side by side. Keep this in mind when you decide what x and y stand for: *let x run along what is consecutive in memory*.
]] },

    { title = "The first warp of an 8 x 8 block", question = "A block has 8 x 8 threads. Which threads make up the first warp?",
      choices = {
        { "Those with x from 0 to 3, all y",
          why = "That would be cutting along columns. x runs fastest: first the whole row y = 0, then the row y = 1." },
        { "Those with y from 0 to 3, all x", right = true,
          why = "Each row has 8 threads, so four rows make 32." },
        { "Any 32 threads that the GPU picks",
          why = "The order of the warps is not guaranteed, but which threads are in a warp is." },
      } },

    { title = "Your turn: number the threads", exercise = "global_index" },

    { title = "Rows and columns", code = [[
__global__ void negate(float *m, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        m[row * cols + col] = -m[row * cols + col];
}
]], language = "cuda",
      caption = "C stores a matrix row after row, so element (row, col) has index row * cols + col. x is the column: neighbours in x are neighbours in memory. The guard needs both conditions.",
      pictures = {
        { of = "02_grids/scale_matrix", show = "block", line = "m[row * cols + col]", case = { rows = 40, cols = 36, a = 2 }, block = { 2, 1 },
          title = "A matrix of 40 x 36, and what block (2, 1) uses of it: the guard leaves its threads 4 columns of 16. (2: a load and a store)" },
      } },

    { title = "Why one test is not enough", question = "Why is if (row * cols + col < rows * cols) not enough as a guard?",
      choices = {
        { "It is enough: the index is inside the array",
          why = "It is inside the array, but it may be the index of another thread's element." },
        { "A thread to the right of the last column also has a valid index: an element of the next row", right = true,
          why = "Then two threads change one element: a data race, and the element is negated twice. Only in the last row would the index leave the array." },
        { "The multiplication could overflow",
          why = "It could, for matrices of more than two billion elements. That is not the problem here." },
      },
      pictures = {
        { of = "02_grids/scale_matrix", show = "difference", case = { rows = 8, cols = 40, a = 2 }, source = [[
__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row * cols + col < rows * cols)
        m[row * cols + col] *= a + row;
}
]],
          title = "A kernel with that guard on 8 x 40 elements, in blocks of 16 x 16: a dot is right, a digit is wrong" },
      } },

    { title = "Round up", text = [[
How many blocks cover `n` elements? n / block, rounded *up*. Integer division in C rounds down, so you write

`(n + block - 1) / block`

Adding block - 1 lifts every number that is not a multiple of block past the next multiple, and leaves multiples alone: (256 + 255) / 256 is 1, and (257 + 255) / 256 is 2.

In two dimensions you round up each one separately:

`dim3 grid((cols + 15) / 16, (rows + 15) / 16);`

Rounding down is a classic mistake. It works in all tests with n = 1024, and leaves the tail undone for n = 1000.
]] },

    { title = "A grid for 32 x 8 blocks", question = "Blocks are `dim3 block(32, 8);` now, and the grid must cover a matrix of any size. What belongs in the blank?\n\n`dim3 grid((cols + 31) / 32, ____);`",
      blank = { "(rows + 7) / 8", "(7 + rows) / 8", "(rows + 8 - 1) / 8", "(rows - 1) / 8 + 1", "1 + (rows - 1) / 8", "((rows + 7) / 8)" },
      why = "The second size is y, so it counts rows, in blocks of 8. What you add is one less than the block's own size in that dimension: 7. With `rows / 8`, up to 7 rows would have no threads." },

    { title = "Blocks for an image", question = "An image has 1920 x 1080 pixels, and blocks are 16 x 16. How many blocks does the grid have?",
      answer = 8160, why = "1920 / 16 = 120 exactly; 1080 / 16 = 67.5, so 68. 120 x 68 = 8160. In the last row of blocks, half of the threads have no pixel." },

    { title = "Your turn: a matrix", exercise = "scale_matrix" },

    { title = "Your turn: three bytes into one", exercise = "grayscale" },

    { title = "Your turn: a mirror", exercise = "flip_image" },

    { title = "Your turn: z as well", exercise = "volume_index" },

    { title = "Your turn: one thread for each row", exercise = "row_sums" },

    { title = "More elements than threads", text = [[
One thread for each element is easy to write. But then the launch must fit the data, and a kernel launched with too few threads silently leaves work undone.

A *grid-stride loop* is right for every launch. Each thread starts at its own number and moves on by the number of threads in the grid:

- with 256 threads, thread 0 takes 0, 256, 512, ...
- thread 1 takes 1, 257, 513, ...

In every step the threads together cover 256 consecutive elements, so neighbouring threads stay on neighbouring elements. The loop condition is the guard.

You can even launch it with a single thread, to find out whether an error comes from the formula or from the parallelism.
]] },

    { title = "The grid-stride loop", code = [[
__global__ void negate(float *x, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step  = gridDim.x * blockDim.x;
    for (int i = first; i < n; i += step)
        x[i] = -x[i];
}
]], language = "cuda",
      caption = "It is right for n = 0, for n below the number of threads, and for n far above it." },

    { title = "The elements of thread 240", question = "256 threads in all, n = 1000. How many elements does thread 240 work on?",
      answer = 3, why = "240, 496 and 752; the next would be 1008, which is past the end. Thread 100 has four: 100, 356, 612, 868." },

    { title = "Your turn: a loop over the grid", exercise = "grid_stride" },

    { title = "C, second page", text = [[
The next exercises are host code, which needs a little more C. If you know C, go on to the next page.

- `&x` is the address of the variable `x`, and `*p` is the variable that `p` points to. A function that sets your variable needs its address: `cudaMalloc(&x, bytes)`
- `p + n` is the address of element n, so `*(p + n)` is `p[n]`
- `sizeof(float)` is the size of a float in bytes: 4. The type of such sizes is `size_t`
- `(float)n` is a *cast*: it converts n to float. `(int *)p` is the same address as a pointer to int
- `struct pair { int a, b; };` makes a type with two members. Write `s.a` for a member, and `p->a` if p points to the struct
- `v << 3` shifts the bits of v left by 3 (times 8), `v >> 3` shifts right. `&`, `|`, `^` are bitwise *and*, *or*, *exclusive or*
- `#define SIDE 32` replaces SIDE with 32 in all the lines below it
]] },

    { title = "The launch is yours", text = [[
So far, warpbook did the launch. In the next three exercises you work on a function of the *host*: it allocates memory on the device, launches the kernel, and copies the result back. In the first two you only choose the sizes of the launch; in the third you add the error checks.

warpbook tests such a function as it tests a kernel. Besides the answer, it checks how you got it: how many blocks of how many threads you launched, for example, and whether you free what you allocate. The task lists these rules.
]] },

    { title = "Your turn: how many blocks?", exercise = "launch_geometry" },

    { title = "Choosing a block size", text = [[
Three rules get you most of the way:

- *a multiple of 32*, because the hardware cuts a block into warps of 32 threads. 100 threads make four warps, and the last one has 4 threads and room for 28 more
- *not too small*: a multiprocessor of an H200 holds 64 warps, but at most 32 blocks. With blocks of one warp, half of its room stays empty
- *not too large*: a block keeps its place until its last thread finishes, and large blocks fill a multiprocessor less evenly

128 or 256 is a good start, in two dimensions 16 x 16 or 32 x 8. Then measure: no rule replaces that.

You may have heard "the number of blocks should be a multiple of 32, and the threads of a block a multiple of 128". Only the second half has a reason behind it, and 32 would do there. The number of blocks follows from the data; what matters is that it is large.

And launch *enough blocks*. With fewer blocks than multiprocessors, some multiprocessors do nothing at all.
]] },

    { title = "Eight blocks on an H200", question = "A kernel is launched on an H200 (132 SMs) as <<<8, 1024>>>. What is the problem?",
      choices = {
        { "1024 threads in a block are not allowed",
          why = "1024 is the limit, and it is allowed." },
        { "8 blocks can use only 8 of the 132 multiprocessors", right = true,
          why = "A block runs on one multiprocessor only. <<<64, 128>>> has the same number of threads, and spreads them over 64 multiprocessors." },
        { "There is none: 8192 threads are 8192 threads, however you divide them into blocks",
          why = "The division decides where they can run: a block is never split across multiprocessors." },
        { "1024 is not a multiple of 32",
          why = "It is: 32 x 32." },
      } },

    { title = "Your turn: fill the machine", exercise = "block_size" },

    { title = "Every call can fail", code = [[
float *x;
cudaError_t error = cudaMalloc(&x, bytes);
if (error != cudaSuccess)
    printf("no memory: %s\n", cudaGetErrorString(error));

brighten<<<blocks, threads>>>(x, n);    // returns nothing,
error = cudaGetLastError();             // so you have to ask
]], language = "cuda",
      caption = "CUDA calls report a failure only through the error code they return. If you ignore the code, the program carries on, and you get a wrong result much later with no hint of the cause. Many CUDA questions on the web come down to an earlier call that failed unnoticed." },

    { title = "A program that looks at no error", question = "A program calls cudaMalloc, launches a kernel, and copies the result back. It never looks at an error. The device has no memory left. What does the user see?",
      choices = {
        { "The program stops at cudaMalloc",
          why = "cudaMalloc returns an error code, and nothing else happens." },
        { "A wrong result, and no message", right = true,
          why = "The pointer was never set, the kernel cannot work, and the copy fails too. The output array still holds what it held before." },
        { "A message from the driver in the terminal",
          why = "CUDA prints nothing by itself. The error codes are all you get." },
      } },

    { title = "Your turn: every call can fail", exercise = "error_check" },

    { title = "Coming from Python: Numba", experiment = "numba",
      caption = "You will often see the second one, `i, j = cuda.grid(2)` with `m[i, j]`. Its result is the same, but neighbouring threads are then a whole row apart in memory: run it, and see how many pieces of memory it moves. For any length write `for i in range(cuda.grid(1), v.size, cuda.gridsize(1))`. `scale_matrix`, `row_sums` and `grid_stride` can be answered in Python (`L` on their pages)." },

    { title = "A hunt", text = [[
The hard bugs are in programs that seem to work. A GPU does little to reveal them: it allocates memory in large pieces, so a thread that reads a little past the end nearly always finds *some* memory there, and uses its value.

So do not trust a right result for one size. Try these:

- n = 1, 2, 3: does the kernel handle its ends?
- one less and one more than a block: is the tail guarded?
- a width and a height that differ: are rows and columns mixed up?

warpbook tries all of these on every check, and also watches each memory access. In the hunt you use it on someone else's program. Read the report first and the code second.
]] },

    { title = "Your turn: the hunt", exercise = "hunt_bounds" },

    { title = "An index beyond int", question = "int holds numbers up to 2147483647. A matrix of 50000 x 50000 bytes fits on a GPU. What is `row * width + col` for its last element, with ints?",
      choices = {
        { "2499999999, since the index is right", why = "That is the right index. But it needs 32 bits, and an int has 31 bits and a sign." },
        { "A negative number", right = true,
          why = "The product wraps round to -1795017296, and the kernel accesses memory far before the array. Write `(size_t)row * width + col`: one operand of the first product must be wider. In C++, only the operands decide in which type an operation computes." },
        { "The compiler uses 64 bits where it is necessary", why = "It does not know how large the numbers will be. The operands' types decide." },
      } },

    { title = "A hunt: beyond two billion", exercise = "hunt_index_overflow" },

    { points = {
      "Blocks are independent and run in any order; each runs on one multiprocessor.",
      "A block has at most 1024 threads; grid and block have up to three dimensions.",
      "x runs fastest: let it run along what is consecutive in memory.",
      "Blocks needed: (n + block - 1) / block, for each dimension. Guard each dimension.",
      "A grid-stride loop is right for every n and every launch.",
      "Block sizes: multiples of 32, start with 128 or 256; and many blocks.",
      "Every CUDA call can fail, and reports it only to a program that checks.",
      "Test with 1, 2, 3, one less and one more than a block, and sizes that differ.",
    } },
  },
}
