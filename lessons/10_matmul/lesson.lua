return {
  title = "Products of matrices", minutes = 45,
  summary = "From a slow product of matrices to a fast one, a step at a time.",
  steps = {
    { title = "What this is for", text = [[
Neural networks, least squares, simulations: most of the time that GPUs spend on arithmetic goes into products of matrices. You will hardly ever write one for use, since a library has it. But it is the best exercise there is: all that you have learned so far comes together in one short loop.

The loop stays the same from the first kernel to the last. What changes is who computes which element, and where the numbers come from.

- a thread for each element
- a better order of the threads (lesson 04)
- tiles in shared memory (lesson 05)
- small squares in registers
- then: any sizes, many small products at once, tensor cores, the library

It takes about 45 minutes for the pages and has eight exercises.
]] },

    { title = "The product", code = [[
for (int r = 0; r < m; r++)             // rows of c
    for (int j = 0; j < n; j++) {       // columns of c
        float sum = 0;
        for (int i = 0; i < k; i++)     // along a, down b
            sum += a[r * k + i] * b[i * n + j];
        c[r * n + j] = sum;
    }
]], language = "cuda",
      caption = "a has m rows of k numbers, b has k rows of n, c gets m rows of n. An element of c is a row of a times a column of b. The two outer loops are independent of each other: they become threads. The inner one adds up, and stays a loop." },

    { question = "How many multiplications does it take for m = 10, n = 20, k = 30?",
      answer = 6000, why = "10 * 20 elements with 30 products each. For square matrices it is n * n * n: twice the size is eight times the work." },

    { title = "Your turn: a thread for each element", exercise = "matmul_naive" },

    { title = "What 32 lanes load", grid = { blocks = { 2 }, threads = { 4, 2 }, block = { 1 }, thread = { 2, 1 } },
      caption = "Blocks of 4 x 2 threads, to have something small to look at. In one round of the loop all threads of a row load the same element of a, and threads side by side load neighbours of b. So it matters that x counts columns: the other way round, lanes would be a row apart in a." },

    { question = "The 32 lanes of a warp have one row of c and 32 neighbouring columns. How many sectors do they load in one round of the loop, from a and b together?",
      answer = 5, why = "One of a, since all of them load the same number, and 32 floats of b are 128 bytes: four sectors." },

    { title = "Your turn: who takes which element", exercise = "matmul_coalesced" },

    { title = "How often is a number loaded?", text = [[
Each element of `a` is needed for every column of `c`, so the simple kernel asks for it `n` times. Each of `b` is asked for `m` times.

That is the difference to adding two arrays. There each number is needed once, and no trick can make it less. Here there are

- `2 * n * n` numbers to load, for square matrices
- `2 * n * n * n` operations to do with them

For n = 4096 that is 4096 operations for each number. An H200 needs some 60 for each float that it loads from memory, to be busy. So the product *could* be limited by arithmetic alone, if only each number were not loaded so often.

The first-level cache helps a little by itself. Tiles help for certain.
]] },

    { title = "Tiles", text = [[
A block computes a square of `c`, say 32 x 32. For that it needs 32 rows of `a` and 32 columns of `b`, too much for shared memory. But it need not have all of it at once:

- load the first 32 x 32 of those rows, and the first 32 x 32 of those columns
- add the 32 products that these two tiles give, for each element
- go on with the next two tiles: further right in `a`, further down in `b`

Each number that is loaded is used by 32 threads. So the loads of global memory become 32 times fewer. With tiles of 16 x 16 it would be 16 times.

Two barriers in each round: the tiles are full, the tiles are free again.
]] },

    { title = "One block, round after round", code = [[
                          b
                    .  .  1  1  .  .
                    .  .  1  1  .  .
                    .  .  2  2  .  .
                    .  .  2  2  .  .
      a
 .  .  .  .         .  .  .  .  .  .
 1  1  2  2         .  .  c  c  .  .      c: what the
 1  1  2  2         .  .  c  c  .  .      block computes
 .  .  .  .         .  .  .  .  .  .
]], language = "text",
      caption = "Tiles of 2 x 2, to have something small to look at. In the first round the block has the two tiles 1 in shared memory, in the second the two tiles 2. Each of its four threads adds two products in each round, and each number that was loaded is used by two threads." },

    { question = "Which thread of the block loads an element of the tile of b?",
      choices = {
        { "The one that needs it", why = "All 32 threads of a column need it. One is enough." },
        { "Any one, as long as lanes of a warp load neighbours of a row", right = true,
          why = "After the barrier all of them see it. That frees the order of loading from the order of using." },
        { "The first thread of the block loads all of them", why = "Then 1023 threads wait for one. Loading is work to be shared as well." },
      } },

    { title = "An experiment: tiles", experiment = "tiles",
      caption = "Guess first: with tiles of 16 x 16, does the naive kernel ask for 16 times as many sectors, or for fewer? Then run it. (Each bar is eight times the last: that is the work growing.)" },

    { question = "For n = 128 it is 264 thousand sectors against 35: a factor of not quite 8. Why not 16?",
      choices = {
        { "Lanes that read one place share its sector already, in the naive kernel too", right = true,
          why = "A block of 16 x 16 has warps of two rows and 16 columns. So a round is two sectors of a and two of b: 64 in 16 rounds. Filling both tiles for those 16 rounds is 8. If each lane had loaded for itself, it would be far more than 64." },
        { "The barriers take time", why = "It is sectors that are counted here. Barriers move none." },
        { "The tiles have bank conflicts", why = "They have none, and conflicts would not show in global memory." },
      } },

    { title = "Your turn: tiles", exercise = "matmul_tiled" },

    { title = "Now shared memory is too slow", text = [[
Look at the inner loop of the tiled kernel: two loads from shared memory, one multiplication with addition. A multiprocessor of an H200 can do four warps' multiplications in a cycle, but only one warp's load from shared memory. So it is busy with arithmetic for an eighth of the time, or little more.

The way out is the same once more, one floor higher. Let a thread compute not one element but a square of 4 x 4:

- it loads 4 numbers of one tile and 4 of the other: 8 loads
- it multiplies each with each: 16 multiplications

Half a load for each multiplication, instead of two. With 8 x 8, as in the exercise, it is a quarter. The numbers are in *registers* meanwhile, the fastest memory there is.

There is a price: 64 sums are 64 registers. The more a thread takes, the fewer threads fit.
]] },

    { question = "A thread computes a square of 8 x 8 elements. How many numbers does it load from shared memory for 64 multiplications?",
      answer = 16, why = "Eight of a and eight of b: 8 + 8, and 8 * 8 products. The loads grow with the side of the square, the products with its area." },

    { title = "An experiment: squares", experiment = "passes",
      caption = "One product, with 2 x 2, 4 x 4 and 8 x 8 elements for each thread. What is counted are requests to shared memory; filling the tiles is in it. Guess first: by how much does each step help?" },

    { title = "Your turn: registers", exercise = "matmul_register" },

    { title = "The ladder", text = [[
Products of n x n floats on one H200, in milliseconds, as they were measured with Python:

- n = 1024: simple kernel 2.37, with tiles 0.386, cuBLAS 0.073
- n = 4096: simple kernel 140.7, with tiles 19.3, cuBLAS 2.70
- n = 8192: simple kernel 1120, with tiles 160, cuBLAS 21.5

(The kernels were Numba's. cuBLAS, NVIDIA's library for matrices, was called through CuPy.)

For n = 4096 there are `2 * 4096 * 4096 * 4096` operations: 137 thousand million. The simple kernel does about one million million of them in a second, the one with tiles 7, the library 51. The GPU's limit for floats is 67.

So tiles are a factor of 7, and there is another one of 7 behind them. Squares in registers are nearly all of that way: the solutions here, measured on an H200, reach 7 (matmul_coalesced), 9 (matmul_tiled) and 47 (matmul_register), where cuBLAS does 51.
]] },

    { question = "Why is the library's kernel faster by that much, with the same number of multiplications?",
      choices = {
        { "It knows a way with fewer multiplications", why = "There are such ways, for very large matrices, but they lose digits. The library multiplies as often as you do." },
        { "It needs fewer loads for each multiplication, and loads the next tiles while it computes", right = true,
          why = "Large squares in registers, loads of 16 bytes, and two or more pairs of tiles in turn. The solution of matmul_register shows the last two." },
        { "It does not use shared memory", why = "It does, a great deal of it." },
      } },

    { title = "Any sizes", text = [[
So far sizes were multiples of a tile's. If they are not, the last tiles reach beyond the matrices. There are three different edges: `m` rows, `n` columns, and `k`, the end of the sums.

The simplest way is to put *zeros* into the places of a tile that have no element. A product with zero adds nothing, so the inner loop needs no test. And all threads stay until the end: a thread without an element of `c` still loads, and comes to the barriers.

The other thing that libraries can do is to work on a *part* of a matrix. For that they take the distance from one row to the next as a number of its own, the *leading dimension*. Then the number of columns says where a row ends, and the leading dimension where the next begins.
]] },

    { question = "A matrix of 100 x 200 floats lies in memory row after row. Its part with rows 10 to 19 and columns 50 to 69 is given to a kernel. What is the leading dimension?",
      answer = 200, why = "From one row to the next it is still 200 floats, whichever part is meant. The part has 10 rows of 20 columns and begins at 10 * 200 + 50." },

    { title = "Your turn: any shape", exercise = "matmul_any_shape" },

    { title = "Many small ones", text = [[
A product of 64 x 64 matrices is one block's work, and a GPU has 132 multiprocessors. A launch for each of a thousand such products would leave most of the machine idle, and a launch alone takes some microseconds.

So all of them go into *one* launch: one more dimension of the grid, which counts the products. Each block adds that number, times the size of a matrix, to its pointers, and goes on as if there were only its own. That is called a *batched* kernel.

Libraries have it, too: `cublasSgemmStridedBatched` takes the distance from one matrix to the next.
]] },

    { question = "Why is there no tile in a product of a matrix and a vector?",
      choices = {
        { "Each element of the matrix is needed only once", right = true,
          why = "There is nothing to share but the vector, and that is small. Such a product is as fast as its matrix can be loaded." },
        { "Vectors do not fit into shared memory", why = "Small ones do. It would not help much: it is the matrix that has to come." },
        { "Tiles must be square", why = "They need not be: 128 x 16 was one in matmul_register." },
      } },

    { title = "Your turn: a batch", exercise = "batched_matvec" },

    { title = "Tensor cores", text = [[
A multiprocessor also has *tensor cores*: units that multiply small matrices, such as 16 x 8 by 8 x 8, in one instruction of a whole warp. They take short numbers: 16 bits (`half`), or floats cut to 10 binary places (*tf32*). The sums are floats.

No lane has a row or a column. The *warp* has three matrices, and each lane holds a few numbers of each, in registers. Which ones, the manual says in a table for each instruction.

There are three ways to them:

- a library
- `nvcuda::wmma` in `mma.h`: load, multiply, store; no table
- the instruction itself, `mma.sync`, in PTX: the table is yours to keep

On an H200 the last two reach only a part of what the units can do. Measured there for n = 4096, in million million operations a second: the solution of the exercise 57, with tiles in shared memory 136, cuBLAS 400. The rest needs instructions that its family alone has (`wgmma`): best left to libraries.
]] },

    { question = "What happens if only half of a warp's lanes call the tensor core's instruction?",
      choices = {
        { "Half of the product comes out", why = "Each lane's numbers are needed for many elements of the product, not for its own only." },
        { "It is an error: the instruction is the whole warp's", right = true,
          why = "As with a shuffle: all 32 lanes have to come to it together. What comes out otherwise is not defined." },
        { "The other lanes count as zeros", why = "There is nothing like the zeros at the edge of a tile here. If there is no element, a lane has to pass a zero itself." },
      } },

    { title = "Your turn: tensor cores", exercise = "gemm_tensor" },

    { title = "The library", text = [[
The advice for all products of matrices in real programs: use cuBLAS. Three things to know about it:

- it counts matrices *column after column*, as Fortran does. What is `a` for you is `a` transposed for the library
- `cublasSgemm` gives floats of full precision, unless you allow less
- each call wants a *handle*, which `cublasCreate` makes. That takes time: one for a program, not one for a product

Nothing need be transposed for it. The transposed of `a * b` is `b` transposed times `a` transposed. Give it `b` first and `a` second: it sees both transposed, and the product that it stores is `c` transposed for the library, so for you it is `c`.

A program that calls it is linked with `-lcublas`; here that is done for you.
]] },

    { question = "Your a is m x k and your b is k x n, both row after row. Somebody who takes what is stored column after column looks at the same memory. What does he see in place of a?",
      choices = {
        { "The same matrix", why = "Only if it is symmetric. Neighbours in memory are in a row for you, and in a column for him." },
        { "A transposed: k x m", right = true,
          why = "Your rows are his columns. And c transposed is b transposed times a transposed: give him b first and then a, and he stores what you read as c." },
        { "Noise", why = "All numbers are there, in an order that has a name." },
      } },

    { title = "Your turn: the library", exercise = "gemm_cublas" },

    { title = "Coming from Python: vmap and @", code = [[
c = a @ b                        # cuBLAS, or a kernel made for it

def matvec(a, x):                # for ONE pair
    return a @ x
ys = jax.vmap(matvec)(As, xs)    # for all pairs: one batched kernel

@cuda.jit                        # Numba: a thread for each element
def matmul(c, a, b):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = float32(0)
        for i in range(a.shape[1]):
            total += a[row, i] * b[i, col]
        c[row, col] = total
]], language = "python",
      caption = "`vmap` is what batched_matvec did by hand: the number of the pair becomes one more dimension. In CuPy `a @ b` is cuBLAS as well. In Numba note `float32(0)`: a plain 0.0 would make the sum a double." },

    { points = {
      "A thread for each element, x for columns: lanes share a, and load neighbours of b.",
      "With n * n numbers and n * n * n operations, what counts is how often a number is loaded.",
      "Tiles in shared memory: one load for 32 threads.",
      "Squares in registers: 8 + 8 loads for 64 multiplications.",
      "Zeros at the edges; sizes and row lengths are different things.",
      "Many small products: one launch with one more dimension.",
      "Tensor cores: one instruction of a warp, and each lane holds a few of the numbers.",
      "For real work: the library. It counts column after column.",
    } },
  },
}
