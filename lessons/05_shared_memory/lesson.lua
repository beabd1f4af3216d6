return {
  title = "Shared memory", minutes = 30,
  summary = "Let the threads of a block work together: tiles, barriers, banks.",
  steps = {
    { title = "What this is for", text = [[
So far every thread worked alone. It loaded what it needed, so an element that two threads needed was loaded twice.

The threads of a block can do better. They run on the same multiprocessor at the same time, and they have a small, fast memory in common: *shared memory*. One thread loads an element, and all of them can use it. Two kinds of kernels gain from this:

- those in which *several* threads need the same element: smoothing, convolution (weighted sums of neighbours), matrix multiplication
- those in which one thread loads an element and *another* stores it: reversing, transposing

The pages take about 30 minutes, and there are ten exercises. Four of them are bug hunts, because shared memory is also where threads begin to get in each other's way.
]] },

    { title = "Memory that belongs to a block", code = [[
__global__ void f(float *x, int n)
{
    float mine;                 // a register: each thread has one
    __shared__ float tile[256]; // shared memory: one for each BLOCK
    ...
    tile[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
}
]], language = "cuda",
      caption = "All threads of a block see the same tile; another block has its own. The tile exists from the start of the block to its end, and its contents are undefined at the start. Index it with `threadIdx`, since it belongs to one block; index x with the global number." },

    { title = "How many arrays s", question = "A kernel declares `__shared__ int s[100];` and runs with 6 blocks of 64 threads. How many arrays s are there?",
      choices = {
        { "1", why = "That would be a global array. Shared memory is shared within a block, not between blocks." },
        { "6", right = true, why = "One for each block. They need not all exist at the same time: a block that starts later gets its array then." },
        { "64", why = "All threads of a block share one." },
        { "384", why = "That is one for each thread, as it would be without the word `__shared__`." },
      } },

    { title = "Wait for each other", text = [[
The warps of a block run at their own pace. When one has stored its part of the tile, another may not even have started. So before a thread reads what *another* thread has stored, all of them have to wait for each other:

`__syncthreads();`

This is a *barrier*. A thread that reaches it waits until all threads of the block have reached it. After the barrier, every thread sees what any of them stored before it.

Nearly all kernels with a tile follow this pattern:

- every thread loads its part of the tile
- `__syncthreads();`
- every thread uses any part of the tile

Without the barrier the program has a *data race*: the result depends on which warp is faster. The result may be right a thousand times, and wrong the next time.
]] },

    { title = "Your turn: reverse a block", exercise = "reverse_block" },

    { title = "How much, and who sets the size", text = [[
Shared memory is small. A multiprocessor of an H200 has 228 KB of it for all the blocks it holds. A block may use up to 48 KB by default. For more, up to 227 KB, the launch has to set the size, as below, and the program has to request it first with `cudaFuncSetAttribute`.

The more a block uses, the fewer blocks fit. If a block takes 100 KB, only two fit, and the multiprocessor has less work to switch to while one of them waits.

If the size depends on the launch, declare the array without a size. The third number in the launch's angle brackets is its size in *bytes*:

- `extern __shared__ float s[];` in the kernel
- `f<<<grid, block, 256 * sizeof(float)>>>(x, n);` at the launch

Each block gets one such array. Two `extern` arrays start at the same address; if you need two arrays, use two parts of one.
]] },

    { title = "How many blocks fit", question = "A kernel's block has 256 threads and uses 64 KB of shared memory. How many of its blocks fit on a multiprocessor with 228 KB, if nothing else limits them?",
      answer = 3, why = "3 * 64 = 192 KB, and a fourth would need 256. (Each block also uses 1 KB for the system: 3 * 65 = 195.) Three blocks are 24 warps, where there is room for 64." },

    { title = "Your turn: as large as the launch says", exercise = "add_shared" },

    { title = "Used again", code = [[
for (each piece) {
    tile[t] = ...;      // fill
    __syncthreads();    // it is full
    ... = tile[...];    // use
    __syncthreads();    // it is free again
}
]], language = "cuda",
      caption = "A tile that is used more than once needs *two* barriers. The first keeps readers from reading too early. The second keeps a fast warp, one iteration ahead, from overwriting what a slow one still has to read." },

    { title = "Without the second barrier", question = "You leave out the second barrier. When does it go wrong?",
      choices = {
        { "Never: the first barrier of the next iteration does the same",
          why = "It comes too late. The stores of the next iteration come *before* that barrier." },
        { "When one warp stores its next piece while another has not yet read this one", right = true,
          why = "Between the two barriers a fast warp may be half an iteration ahead. With two tiles used in turn that would do no harm, because the fast warp would store into the other tile." },
        { "Always, so you notice at once",
          why = "Warps often run so evenly that nothing happens. That is why you rarely find a race by trying." },
      } },

    { title = "Reversing a block, in order", question = "A block reverses its piece of an array, with a tile in shared memory. Put the lines in the right order.",
      order = {
        "__shared__ float tile[256];",
        "tile[threadIdx.x] = x[first + threadIdx.x];",
        "__syncthreads();",
        "float mine = tile[255 - threadIdx.x];",
        "x[first + threadIdx.x] = mine;",
      },
      why = "A thread reads what another thread stored, so the barrier belongs between the store to the tile and the read from it. "
        .. "The last line needs no barrier: each thread writes the element that it alone has read." },

    { title = "A hunt: no barriers", exercise = "hunt_missing_barrier" },

    { title = "All or none", code = [[
if (i < n) {
    tile[t] = x[i];
    __syncthreads();    // WRONG: threads with i >= n never come
}

if (i < n)
    tile[t] = x[i];
__syncthreads();        // right: every thread comes
]], language = "cuda",
      caption = "A barrier waits for all threads of the block that have not exited. It is a *divergent barrier* if some of them skip it. Then the others wait forever, or the two groups meet at *different* barriers and go on with half a tile. So put the condition around the work, not around the barrier. Don't `return` before a barrier either. On current GPUs the barrier does not wait for threads that have exited, so the kernel may appear to work, and warpbook accepts it with a remark. It fails as soon as the tile needs an element that one of those threads should have loaded." },

    { title = "Which barrier is allowed", question = "Which of these barriers is allowed? The block has 256 threads, n is any number.",
      choices = {
        { "if (threadIdx.x < 128) __syncthreads();",
          why = "Half of the block never comes. That the missing half consists of whole warps does not help." },
        { "if (blockIdx.x < 128) __syncthreads();", right = true,
          why = "All threads of a block have the same blockIdx, so either all come or none does. A barrier may be inside a condition that is the same for the whole block." },
        { "if (i < n) __syncthreads(); else __syncthreads();",
          why = "Those are two barriers. All threads must wait at the same one, even if the two look alike." },
        { "for (int k = threadIdx.x; k < n; k += 256) __syncthreads();",
          why = "Unless n is a multiple of 256, some threads take one more iteration than others." },
      } },

    { title = "A hunt: a divergent barrier", exercise = "hunt_divergent_barrier" },

    { title = "A hunt: from the slides of a workshop", exercise = "hunt_seed_add_shared" },

    { title = "Tile and halo", grid = { blocks = { 3 }, threads = { 8 }, block = { 1 }, thread = { 0 } },
      caption = "Block 1 computes means of three neighbours. For its first element, 8, it needs element 7 of block 0; for its last, 15, it needs element 16. So its tile has 8 + 2 elements. The extra elements on both sides are the *halo*. With a window of 2r + 1 elements, the halo is r wide on each side." },

    { title = "Filling a tile", text = [[
A tile with a halo has more elements than the block has threads. Do not ask "which thread is at the edge?" That gives a case for each side and, in two dimensions, for each corner.

Instead, while you fill the tile, ignore what the threads will compute later. Number the elements 0, 1, 2, ... and let thread t fill t, t + 256, t + 512 and so on:

`for (int p = t; p < size; p += 256) tile[p] = ...;`

This is the grid-stride loop from lesson *Grids*, within a block. Neighbouring threads load neighbours, and it works for every size of tile and block.

That leaves the border of the *array*, where some elements of the tile have no counterpart. There, put what the problem calls for: zero, the nearest element, or one from the other end. Then the second half of the kernel needs no test at all.
]],
      pictures = {
        { of = "window", kernel = "from_global", show = "block", line = "sum += x[", array = "x", case = { w = 64, r = 1 },
          title = "How often a block of 32 x 8 loads each element for sums of 3 x 3, without a tile" },
        { of = "window", kernel = "from_tile", show = "block", line = "FROM[AT]", array = "x", case = { w = 64, r = 1 }, source = [[
#define FROM (x + (blockIdx.y * 8 + y) * (w + 2 * r))
#define AT   (blockIdx.x * 32 + k)
__global__ void from_tile(float *out, const float *x, int w, int r)
{
    __shared__ float tile[16][40];
    for (int y = threadIdx.y; y < 8 + 2 * r; y += 8)
        for (int k = threadIdx.x; k < 32 + 2 * r; k += 32)
            tile[y][k] = FROM[AT];
    __syncthreads();
    out[(blockIdx.y * 8 + threadIdx.y) * w + blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.y + 1][threadIdx.x + 1];
}
]],
          title = "... and while it fills a tile with a halo" },
      } },

    { title = "The size of a tile with its halo", question = "A block of 32 x 8 threads computes 3 x 3 means. How many elements does its tile with the halo have?",
      answer = 340, why = "One more on each side: 34 x 10 = 340 for 256 threads. So 84 threads load two." },

    { title = "Your turn: in one dimension", exercise = "convolve_1d" },

    { title = "A hunt: an uninitialised read", exercise = "hunt_uninit" },

    { title = "Your turn: in two dimensions", exercise = "smooth" },

    { title = "An experiment: with and without a tile", experiment = "window",
      caption = "r = 1 is the 3 x 3 window. Guess first: from which r on is a tile worth it? (The counts go up and down a little because rows do not always start at the beginning of a sector. With r = 4 they do again.)" },

    { title = "A quarter of the sectors", question = "At r = 1 the kernel with a tile requests a quarter of the sectors. Does the kernel take a quarter of the time on a GPU?",
      choices = {
        { "Yes: time depends on the sectors",
          why = "It depends on those that come from far away. The experiment counts the sectors that warps request, wherever the GPU finds them." },
        { "Not necessarily: repeated loads find their sectors in the L1 cache", right = true,
          why = "The L1 cache is in the same piece of hardware as shared memory. For a small window it does much of a tile's work by itself. A tile pays off with larger windows, and with access patterns for which a cache does not keep the right data. Measure." },
        { "No: shared memory is as slow as global memory",
          why = "It is built like the L1 cache: on GPUs of the H200's family a load from shared memory takes some 30 cycles, and one from device memory some 700." },
      } },

    { title = "Your turn: more elements than threads", exercise = "pooling" },

    { title = "Banks", text = [[
Shared memory has no sectors, so it does not matter how far apart the lanes read. What matters is its 32 *banks*: 4-byte word number k is in bank `k % 32`.

Each bank delivers one word at a time. When a warp reads

- 32 words in 32 different banks: *one* pass
- the same word in all lanes: also one pass; all lanes get the word at once
- two *different* words in the same bank: two passes, one after the other, which is called a *bank conflict*
- 32 different words in one bank: 32 passes

Neighbours are in different banks, so the usual case is fine. A pass moves 128 bytes at most, so wide accesses take turns: with 8 bytes in each lane, a warp needs two passes (16 lanes each), and with a `float4` four (8 lanes each). That is no conflict, since as many bytes move in each pass. Only lanes of the *same* turn can be in conflict.

A stride of 32 words is the worst, and it is not rare: you get it whenever you read a *column* of a tile whose rows have 32 floats.
]],
      pictures = {
        { of = "padding", show = "banks", line = "tile[threadIdx.x * row + 31", case = { n = 4096, padding = 0 },
          title = "A warp reads a column of a tile with rows of 32 floats: the lane that each bank serves" },
        { of = "padding", show = "banks", line = "tile[threadIdx.x * row + 31", case = { n = 4096, padding = 1 },
          title = "The same with rows of 33 floats" },
      } },

    { title = "Passes for s[2 * lane]", question = "s is an array of floats. The lanes of a warp read s[2 * lane]. How many passes?",
      answer = 2, why = "Lane 0 reads word 0 and lane 16 word 32, both in bank 0. Each even bank has to deliver two words, the odd banks none." },

    { title = "An experiment: padding", experiment = "padding",
      caption = "Padding makes a tile's rows longer than necessary. Guess first: how much padding is enough, and does more of it help?" },

    { title = "Why a padding of 2 is not enough", question = "Why is a padding of 1 float good, and one of 2 floats not?",
      choices = {
        { "With rows of 33, a column's words are in banks 0, 1, 2, ...; with 34, in 0, 2, 4, ..., so that two share a bank", right = true,
          why = "From one row to the next, the bank moves by the row length modulo 32. With an odd length, a column visits all 32 banks before it returns to the first." },
        { "33 floats fit a sector, 34 do not",
          why = "Shared memory has no sectors, and a sector has 8 floats." },
        { "More padding wastes more memory",
          why = "It does, but the experiment does not count that: 3 is as good as 1." },
      } },

    { title = "Your turn: the transpose, done well", exercise = "transpose_tiled" },

    { title = "Coming from Python: Numba", experiment = "numba",
      caption = "The same, line for line. The launch sets the size of `cuda.shared.array(0, float32)`: `f[grid, block, stream, bytes]`. In CuPy or JAX you never see shared memory, but their libraries use it for matrix products and convolutions. A `cupy.RawKernel` is CUDA C, as here. `add_shared`, `smooth`, `transpose_tiled` and the hunt `hunt_seed_add_shared` can be solved in Python (`L` on their pages)." },

    { points = {
      "`__shared__`: one array for each block. It is fast, small, and not cleared.",
      "Store, `__syncthreads()`, then read what others have stored.",
      "A tile that is used again needs a second barrier before it is refilled.",
      "All threads of the block reach the same barrier: the condition goes around the work.",
      "Fill a tile with its halo in a loop; write every element that you read.",
      "32 banks: different words in one bank take turns. An odd row length spreads a column over all banks.",
    } },
  },
}
