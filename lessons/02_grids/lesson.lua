return {
  title = "Grids", minutes = 30,
  summary = "Lay threads over rows, images and volumes of any size.",
  steps = {
    { title = "What this is for", text = [[
Images have rows and columns, volumes have slices too, and arrays have more elements than one wants threads. This lesson is about laying a grid of threads over such data, and about choosing the two numbers of a launch.

It takes about 30 minutes and has nine exercises. In two of them the launch is yours; the last one is a hunt: a program that works, and is wrong.

You need the frame of lesson 01: who am I, is there work for me, do it. What changes is the answer to the first question.
]] },

    { title = "Why there are blocks", text = [[
A grid could be one long row of threads. Why cut it into blocks?

Because GPUs come in all sizes. A block runs on *one* multiprocessor from beginning to end. The GPU hands out blocks to multiprocessors as they become free: a small GPU works on a few at a time, an H200 on hundreds of them. The same program runs on both, and the larger one is faster without being told anything.

The price: blocks must not depend on each other. They may run in any order, at the same time or one after the other.

Inside a block it is different. Its threads are on the same multiprocessor at the same time, so they can wait for each other and share a fast memory of their own. That is lesson 05.
]] },

    { question = "Block 0 writes a value that block 1 reads, in the same launch. Both blocks exist for certain. What is wrong?",
      choices = {
        { "Nothing: block 0 comes before block 1",
          why = "Numbers are names, not an order. The GPU may well start with block 1, or run both at once." },
        { "Nothing promises that block 0 writes before block 1 reads", right = true,
          why = "That is a data race between blocks. The simplest way to put them in order is two launches, one after the other." },
        { "Blocks cannot see each other's memory",
          why = "They can: the arrays in main memory are common to all. What is missing is the order." },
      } },

    { title = "Three dimensions", text = [[
Grid and block each have up to three dimensions. `dim3` holds the three sizes; what you leave out is 1.

- `dim3 block(16, 16);` means 16 x 16 = 256 threads
- `dim3 grid(8, 5);` means 8 x 5 = 40 blocks
- `kernel<<<grid, block>>>(x, n);` launches them

In the kernel, `threadIdx`, `blockIdx`, `blockDim` and `gridDim` have the parts `.x`, `.y` and `.z`.

The limits, the same for all current GPUs:

- a block: 1024 threads in all, at most 1024 x 1024 x 64
- a grid: 2147483647 blocks in x, 65535 in y and in z
]] },

    { question = "Which of these blocks can be launched?",
      choices = {
        { "dim3(64, 32)",
          why = "64 x 32 = 2048 threads, and 1024 is the limit for all dimensions together. The launch fails with an error that one has to ask for." },
        { "dim3(1, 1, 128)",
          why = "128 threads would be fine, but z is limited to 64." },
        { "dim3(8, 8, 16)", right = true,
          why = "8 x 8 x 16 = 1024, exactly the limit, and each dimension is within its own." },
        { "dim3(2048)",
          why = "2048 threads are more than 1024, in one dimension as in three." },
      } },

    { title = "Two dimensions", grid = { blocks = { 3, 2 }, threads = { 4, 3 }, block = { 1, 1 }, thread = { 2, 0 } },
      caption = "A grid of 3 x 2 blocks, each of 4 x 3 threads. The marked thread: column 1 * 4 + 2 = 6, row 1 * 3 + 0 = 3. It is the formula of lesson 01 twice, once for x and once for y." },

    { question = "Blocks of 16 x 8 threads (x, y). In which row (y) is the thread with threadIdx (3, 5) of block (2, 4)?",
      answer = 37, why = "Only y counts for the row: 4 * 8 + 5 = 37. (Its column is 2 * 16 + 3 = 35.)" },

    { title = "The order inside a block", text = [[
The hardware does not know squares. It lays a block out in one row, x fastest, then y, then z, and cuts the row into warps of 32 threads.

In a block of 16 x 16, warp 0 consists of the rows y = 0 and y = 1, warp 1 of the next two, and so on. In a block of 32 x 8 every row is one warp.

So threads with consecutive `threadIdx.x` work side by side. Keep this in mind when you decide what x and y stand for: *x should run along what is consecutive in memory*.
]] },

    { question = "A block of 8 x 8 threads. Which threads make up the first warp?",
      choices = {
        { "Those with x from 0 to 3, all y",
          why = "That would be cutting along columns. x runs fastest: first the whole row y = 0, then the row y = 1." },
        { "Those with y from 0 to 3, all x", right = true,
          why = "Rows of 8: four of them make 32 threads." },
        { "32 threads that the GPU picks as it likes",
          why = "The order of warps is not promised, but which threads are in a warp is." },
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
      caption = "In C a matrix lies row after row, so element (row, col) is number row * cols + col. x is the column: neighbours in x are neighbours in memory. The guard needs both parts." },

    { question = "Why is if (row * cols + col < rows * cols) not enough as a guard?",
      choices = {
        { "It is enough: the index is inside the array",
          why = "Inside the array, yes, but not always an element of one's own." },
        { "A thread to the right of the last column has a valid index too: an element of the next row", right = true,
          why = "Then two threads change one element: a race, and it is negated twice. Only the last row would go out of the array." },
        { "The multiplication could overflow",
          why = "It could, for matrices of more than two thousand million elements. That is not the trouble here." },
      } },

    { title = "Round up", text = [[
How many blocks cover `n` elements? n / block rounded *up*. C's division of whole numbers rounds down, so one writes

`(n + block - 1) / block`

Adding block - 1 lifts every number that is not a multiple over the next multiple, and leaves multiples alone: (256 + 255) / 256 is 1, and (257 + 255) / 256 is 2.

In two dimensions each is rounded up by itself:

`dim3 grid((cols + 15) / 16, (rows + 15) / 16);`

Rounding down is a classic. It works in all the tests with n = 1024, and leaves the tail undone for n = 1000.
]] },

    { question = "An image of 1920 x 1080 pixels and blocks of 16 x 16. How many blocks does the grid have?",
      answer = 8160, why = "1920 / 16 = 120 exactly; 1080 / 16 = 67.5, so 68. 120 x 68 = 8160. In the last row of blocks half of the threads have no pixel." },

    { title = "Your turn: a matrix", exercise = "scale_matrix" },

    { title = "Your turn: three bytes into one", exercise = "grayscale" },

    { title = "Your turn: a mirror", exercise = "flip_image" },

    { title = "Your turn: z as well", exercise = "volume_index" },

    { title = "More elements than threads", text = [[
A thread for each element is easy to write. But the launch must then fit the data, and a kernel started with too few threads silently leaves work undone.

A *grid-stride loop* is right for every launch. Each thread starts at its own number and moves on by the number of threads in the grid:

- with 256 threads, thread 0 takes 0, 256, 512, ...
- thread 1 takes 1, 257, 513, ...

In every step all threads together cover 256 consecutive elements, so neighbours stay neighbours. The condition of the loop is the guard.

And one can start it with a single thread, to see whether an error comes from the formula or from the threads.
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
      caption = "Right for n = 0, for n below the number of threads, and far above it." },

    { question = "256 threads in all, n = 1000. How many elements does thread 240 work on?",
      answer = 3, why = "240, 496 and 752; the next would be 1008, which is past the end. Thread 100 has four: 100, 356, 612, 868." },

    { title = "Your turn: a loop over the grid", exercise = "grid_stride" },

    { title = "The launch is yours", text = [[
So far the launch was ours. In two exercises you write it yourself, in a function of the *host*: it makes room on the device, launches the kernel, and copies the result back. All but the launch is there already.

Such a function is tried like a kernel. Beside the answer, the way to it counts: how many blocks of how many threads were launched, and whether what was allocated is given back. The task says what is looked at.
]] },

    { title = "Your turn: how many blocks?", exercise = "launch_geometry" },

    { title = "Choosing a block size", text = [[
Three rules get you most of the way:

- *a multiple of 32*, because a block is cut into warps. 100 threads are four warps, and the last one has 4 threads at work and 28 places empty
- *not too small*: an H200's multiprocessor holds 64 warps, but at most 32 blocks. With blocks of one warp, half of its places stay empty
- *not too large*: a block keeps its place until its last thread is done, and large blocks fill a multiprocessor less evenly

128 or 256 is a good start, in two dimensions 16 x 16 or 32 x 8. Then measure: no rule replaces it.

And *enough blocks*. With fewer blocks than multiprocessors, some of them do nothing at all.
]] },

    { question = "A kernel is launched on an H200 (132 SMs) as <<<8, 1024>>>. What is the trouble?",
      choices = {
        { "1024 threads in a block are not allowed",
          why = "1024 is the limit, and it is allowed." },
        { "8 blocks can use 8 of the 132 multiprocessors", right = true,
          why = "A block runs on one multiprocessor only. <<<64, 128>>> has as many threads, and spreads them over eight times as many." },
        { "Nothing: 8192 threads are 8192 threads, however they are cut",
          why = "How they are cut decides where they can run: a block is never split over several multiprocessors." },
        { "1024 is not a multiple of 32",
          why = "It is: 32 x 32." },
      } },

    { title = "Your turn: fill the machine", exercise = "block_size" },

    { title = "Coming from Python: Numba", code = [[
@cuda.jit
def negate(m):                               # m has two dimensions
    x, y = cuda.grid(2)                      # x first, as in CUDA
    if y < m.shape[0] and x < m.shape[1]:
        m[y, x] = -m[y, x]

@cuda.jit
def negate_all(v):
    for i in range(cuda.grid(1), v.size, cuda.gridsize(1)):
        v[i] = -v[i]

negate[(120, 68), (16, 16)](image)
]], language = "python",
      caption = "Beware of i, j = cuda.grid(2) with m[i, j], which one often sees: it makes x the row. The result is the same, but neighbouring threads are then a whole row apart in memory, and that is slow. cuda.gridsize(1) is gridDim.x * blockDim.x." },

    { title = "A hunt", text = [[
Programs that are wrong and seem to work are the hard ones. A GPU does little to help: memory is handed out in large pieces, so a thread that goes a little too far nearly always finds *some* memory, and takes what is there.

So do not trust a right result on one size. What has to be tried:

- n = 1, 2, 3: does it know its ends?
- one less and one more than the block: is the tail guarded?
- a width and a height that differ: are rows and columns mixed up?

warpbook tries these on every check, and looks at each access besides. In the hunt you use it on a program that somebody else wrote. Look at the report first, at the code second.
]] },

    { title = "Your turn: the hunt", exercise = "hunt_bounds" },

    { points = {
      "Blocks are independent and run in any order; each runs on one multiprocessor.",
      "A block has at most 1024 threads; grid and block have up to three dimensions.",
      "x runs fastest: let it run along what is consecutive in memory.",
      "Blocks needed: (n + block - 1) / block, for each dimension. Guard each dimension.",
      "A grid-stride loop is right for every n and every launch.",
      "Block sizes: multiples of 32, start with 128 or 256; and many blocks.",
      "Try 1, 2, 3, one less and one more than a block, and sizes that differ.",
    } },
  },
}
