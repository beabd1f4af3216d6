return {
  title = "Shared memory", minutes = 30,
  summary = "Let the threads of a block work together: tiles, barriers, banks.",
  steps = {
    { title = "What this is for", text = [[
So far every thread worked alone. It loaded what it needed, and what its neighbour needed too was loaded twice.

The threads of a block can do better. They are on the same multiprocessor at the same time, and they have a small fast memory in common: *shared memory*. One thread loads, all of them use it. Two kinds of kernels live on that:

- those in which an element is needed by *several* threads: smoothing, convolution (sums of neighbours with weights), products of matrices
- those in which *another* thread should store an element than the one that has loaded it: turning round, transposing

It takes about 30 minutes for the pages and has nine exercises. Three of them are bug hunts, for this is also where threads begin to get in each other's way.
]] },

    { title = "A memory of the block's own", code = [[
__global__ void f(float *x, int n)
{
    float mine;                 // a register: each thread has one
    __shared__ float tile[256]; // shared memory: one for each BLOCK
    ...
    tile[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
}
]], language = "cuda",
      caption = "All threads of a block see the same tile; another block has another one. It begins with the block, holds nothing in particular then, and is gone when the block ends. It is indexed with `threadIdx`, since it belongs to one block; x is indexed with the global number." },

    { question = "A kernel declares `__shared__ int s[100];` and runs with 6 blocks of 64 threads. How many arrays s are there?",
      choices = {
        { "1", why = "That would be a global array. Shared memory is shared within a block, not between blocks." },
        { "6", right = true, why = "One for each block. Not all of them need exist at the same time: a block that begins later gets its own then." },
        { "64", why = "The threads of a block have one together." },
        { "384", why = "That is one for each thread: it would be so without the word `__shared__`." },
      } },

    { title = "Wait for each other", text = [[
Warps of a block run at their own pace. When one of them has stored its part of the tile, another may not even have begun. So before a thread reads what *another* has stored, all have to wait:

`__syncthreads();`

It is a *barrier*. A thread that comes to it waits until all threads of the block have come. After it, all of them see what any of them has stored before.

The pattern, in nearly all kernels with a tile:

- everybody loads a part of the tile
- `__syncthreads();`
- everybody uses the tile, all of it

Without the barrier the program has a *data race*: what comes out depends on which warp is faster. It may be right a thousand times.
]] },

    { title = "Your turn: turn round", exercise = "reverse_block" },

    { title = "How much, and who says so", text = [[
Shared memory is small. A multiprocessor of an H200 has 228 KB of it, for all blocks that are there together. A block may have up to 48 KB without further ado; for more, up to 227 KB, the program has to ask first (`cudaFuncSetAttribute`).

The more a block takes, the fewer blocks fit. A block with 100 KB allows only one more beside it, and there is less to do while one waits.

If the size depends on the launch, declare the array without a size. The third number of the launch is its size in *bytes*:

- `extern __shared__ float s[];` in the kernel
- `f<<<grid, block, 256 * sizeof(float)>>>(x, n);` at the launch

There is one such piece for each block. Two `extern` arrays begin at the same place; for two arrays take two parts of one.
]] },

    { question = "A kernel's block has 256 threads and takes 64 KB of shared memory. How many of its blocks fit on a multiprocessor with 228 KB, if nothing else limits them?",
      answer = 3, why = "3 * 64 = 192 KB, and a fourth would need 256. (Each block also takes 1 KB for the system: 3 * 65 = 195.) Three blocks are 24 warps, where 64 would have room." },

    { title = "Your turn: as large as the launch says", exercise = "add_shared" },

    { title = "Used again", code = [[
for (each piece) {
    tile[t] = ...;      // fill
    __syncthreads();    // it is full
    ... = tile[...];    // use
    __syncthreads();    // it is free again
}
]], language = "cuda",
      caption = "If a tile is used more than once, *two* barriers are needed. The first keeps readers from reading too early. The second keeps a fast warp, one round ahead, from storing over what a slow one still has to read." },

    { question = "Somebody leaves out the second barrier. When does it go wrong?",
      choices = {
        { "Never: the first barrier of the next round does the same",
          why = "It comes too late. The stores of the next round stand *before* that barrier." },
        { "When one warp stores its next piece while another has not read this one", right = true,
          why = "Between the two barriers a fast warp may be one half round ahead. With two tiles in turn that would do no harm: it would store into the other one." },
        { "Always, so it is found at once",
          why = "Warps often run so evenly that nothing happens. That is what makes races hard to find by trying." },
      } },

    { title = "A hunt: no barriers", exercise = "hunt_missing_barrier" },

    { title = "All or none", code = [[
if (i < n) {
    tile[t] = x[i];
    __syncthreads();    // WRONG: threads with i >= n never come
}

if (i < n)
    tile[t] = x[i];
__syncthreads();        // right: everybody comes
]], language = "cuda",
      caption = "A barrier waits for all threads of the block that are still running. If some go past it, the others wait for ever, or meet them at a *different* barrier and go on with half a tile. So it must not stand where only some threads come: put the condition around the work. And do not `return` before it: threads that have ended are not waited for, so it may work (warpbook then passes it with a remark), until one of them is needed to fill the tile." },

    { question = "Which of these barriers is allowed? The block has 256 threads, n is any number.",
      choices = {
        { "if (threadIdx.x < 128) __syncthreads();",
          why = "Half of the block never comes. That the half is made of whole warps does not help." },
        { "if (blockIdx.x < 128) __syncthreads();", right = true,
          why = "All threads of a block have the same blockIdx: all come, or none. A condition may stand around a barrier if it is the same for the whole block." },
        { "if (i < n) __syncthreads(); else __syncthreads();",
          why = "Those are two barriers. Threads must wait at the same one, even if the two look alike." },
        { "for (int k = threadIdx.x; k < n; k += 256) __syncthreads();",
          why = "Unless n is a multiple of 256, some threads take one round more than others." },
      } },

    { title = "A hunt: not everybody comes", exercise = "hunt_divergent_barrier" },

    { title = "Tile and halo", grid = { blocks = { 3 }, threads = { 8 }, block = { 1 }, thread = { 0 } },
      caption = "Block 1 computes means of three: for its first element, 8, it needs number 7, which is block 0's; for its last, 15, it needs 16. So its tile has 8 + 2 places. The places on both sides are the *halo*. With a window of 2r + 1 elements the halo is r wide on each side." },

    { title = "Filling a tile", text = [[
A tile with a halo has more places than the block has threads. Do not ask "which thread is at the edge?" That gives a case for each side, and in two dimensions one for each corner.

Better to forget, while filling, what the threads will compute later. The places are numbered 0, 1, 2, ... and thread t takes t, t + 256, t + 512 and so on:

`for (int p = t; p < places; p += 256) tile[p] = ...;`

That is the grid-stride loop of lesson 02, within a block. Neighbouring threads load neighbours, and it is right for each size of tile and block.

What remains is the border of the *array*, where places have no element. Put there what the problem asks for: zero, the nearest element, the other end. Then the second half of the kernel needs no test at all.
]] },

    { question = "A block of 32 x 8 threads computes 3 x 3 means. How many elements does its tile with the halo have?",
      answer = 340, why = "One more on each side: 34 x 10 = 340 for 256 threads. So 84 threads load two." },

    { title = "Your turn: in one dimension", exercise = "convolve_1d" },

    { title = "A hunt: what nobody wrote", exercise = "hunt_uninit" },

    { title = "Your turn: in two dimensions", exercise = "smooth" },

    { title = "An experiment: with and without a tile", experiment = "window",
      caption = "r = 1 is the 3 x 3 window. Guess first: from which r on is a tile worth it? (It goes up and down a little with where rows begin: with r = 4 at whole sectors again.)" },

    { question = "At r = 1 the tile asks for a quarter of the sectors. Does the kernel take a quarter of the time on a GPU?",
      choices = {
        { "Yes: time goes with the sectors",
          why = "With those that have to come from far away. Counted here is what warps ask for, wherever it is found." },
        { "Not for certain: repeated loads find their sectors in the first-level cache", right = true,
          why = "That cache is in the same piece of hardware as shared memory. For a small window it does by itself much of what a tile does. The tile is certain, and pays with larger windows and in patterns that a cache cannot foresee. Measure." },
        { "No: shared memory is as slow as global memory",
          why = "It is built like the first-level cache: some 30 cycles for a load on a GPU of the H200's family, where memory takes some 700." },
      } },

    { title = "Your turn: more places than threads", exercise = "pooling" },

    { title = "Banks", text = [[
Shared memory has no sectors, so it does not matter how far apart the lanes read. What matters are its 32 *banks*: word number k (4 bytes each) lies in bank `k % 32`.

Each bank delivers one word at a time. When a warp reads,

- 32 words in 32 different banks: *one* pass
- all lanes the same word: one pass as well; the word goes to all of them
- two *different* words in the same bank: two passes, one after the other. That is a *bank conflict*
- 32 different words in one bank: 32 passes

Neighbours are in different banks: that is the usual case and no trouble. A stride of 32 is the worst, and it is not rare: it is what the *column* of a tile with 32 floats a row has.
]] },

    { question = "The lanes of a warp read s[2 * lane], floats. How many passes?",
      answer = 2, why = "Lane 0 reads word 0 and lane 16 word 32, both in bank 0. Each even bank is asked for two words, the odd ones for none." },

    { title = "An experiment: padding", experiment = "padding",
      caption = "A tile's rows are made longer than they need be. Guess first: which padding is enough, and is more better?" },

    { question = "Why is a padding of 1 good and one of 2 not?",
      choices = {
        { "With rows of 33 a column's words are in banks 0, 1, 2, ...; with 34 in 0, 2, 4, ..., so that two share one", right = true,
          why = "From one row to the next the bank moves by the row's length modulo 32. An odd number visits all 32 banks before it comes back." },
        { "33 floats fit a sector, 34 do not",
          why = "There are no sectors in shared memory, and a sector has 8 floats." },
        { "More padding wastes more memory",
          why = "It does, but that is not what is counted here: 3 is as good as 1." },
      } },

    { title = "Your turn: the transpose, well done", exercise = "transpose_tiled" },

    { title = "Coming from Python: Numba", code = [[
@cuda.jit
def reverse_block(x):
    tile = cuda.shared.array(256, float32)  # a fixed size
    i, t = cuda.grid(1), cuda.threadIdx.x
    first = cuda.blockIdx.x * cuda.blockDim.x
    count = min(256, x.size - first)
    if i < x.size:
        tile[t] = x[i]
    cuda.syncthreads()
    if i < x.size:
        x[i] = tile[count - 1 - t]
]], language = "python",
      caption = "The same, word for word: `cuda.shared.array` is `__shared__`, `cuda.syncthreads()` the barrier. With `cuda.shared.array(0, float32)` the size comes from the launch: `f[grid, block, stream, bytes]`. Array programs in CuPy or JAX never see it: the libraries behind them use it, for products of matrices and convolutions. A `cupy.RawKernel` is CUDA C, as here." },

    { points = {
      "`__shared__`: one array for each block, fast, small, and not cleared.",
      "Store, `__syncthreads()`, then read what others have stored.",
      "A tile used again needs a second barrier, before it is filled anew.",
      "All threads of the block come to the same barrier: the condition goes around the work.",
      "Fill a tile with its halo in a loop; every place that is read is written.",
      "32 banks: words of one bank come one after the other. An odd row length keeps columns apart.",
    } },
  },
}
