return {
  title = "Matrix multiplication", minutes = 50,
  summary = "From a slow matrix product to a fast one, one step at a time.",
  steps = {
    { title = "What this is for", text = [[
In neural networks, least squares and simulations, GPUs spend most of their arithmetic on matrix products. In real programs you will hardly ever write one yourself, since libraries do it better. But there is no better exercise: everything you have learned so far comes together in one short loop.

The loop stays the same from the first kernel to the last. What changes is which thread computes which element, and where the numbers come from.

- a thread for each element
- a better order of the threads (lesson *Global memory*)
- tiles in shared memory (lesson *Shared memory*)
- small squares in registers
- then: any sizes, many small products at once, tensor cores, the library

The pages take about 50 minutes, and there are nine exercises.
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
      caption = "a has m rows of k numbers, b has k rows of n, c gets m rows of n. An element of c is a row of a times a column of b. The iterations of the two outer loops are independent, so they become threads. The inner loop adds up a sum, so it stays a loop." },

    { title = "Counting multiplications", question = "How many multiplications does it take for m = 10, n = 20, k = 30?",
      answer = 6000, why = "10 * 20 elements with 30 products each. For square matrices it is n * n * n: twice the size is eight times the work." },

    { title = "Your turn: a thread for each element", exercise = "matmul_naive" },

    { title = "What 32 lanes load", grid = { blocks = { 2 }, threads = { 4, 2 }, block = { 1 }, thread = { 2, 1 } },
      caption = "Blocks of 4 x 2 threads, to keep the picture small. In one round of the loop all threads of a row load the same element of a, and neighbouring threads load neighbouring elements of b. So it matters that x counts columns: the other way round, neighbouring lanes would load elements of a that are a whole row apart." },

    { title = "Sectors of one round", question = "The 32 lanes of a warp compute 32 neighbouring elements in one row of c. How many sectors do they load in one round of the loop, from a and b together?",
      answer = 5, why = "One of a, since all of them load the same number, and 32 floats of b are 128 bytes: four sectors." },

    { title = "Your turn: which thread takes which element", exercise = "matmul_coalesced" },

    { title = "How often is a number loaded?", text = [[
Every column of `c` needs each element of `a`, so the simple kernel loads it `n` times. It loads each element of `b` `m` times.

Adding two arrays is different: each number is needed only once, and no trick can improve on that. Here, for square matrices, there are

- `2 * n * n` numbers to load
- `2 * n * n * n` operations to do with them

For n = 4096 that is 4096 operations for each number. An H200 does 67 trillion operations on floats per second (data sheets write 67 TFLOP/s) and loads 4.8 TB/s, which is 1.2 trillion floats. To keep its arithmetic units busy, a kernel needs some 56 operations for each float it loads. So arithmetic *could* be the only limit, if the kernel did not load each number so often.

The first-level cache helps a little on its own. Tiles help far more.
]] },

    { title = "Tiles", text = [[
A block computes a square of `c`, say 32 x 32. For that it needs 32 rows of `a` and 32 columns of `b`, too much for shared memory. But it does not need all of it at once:

- load the first 32 x 32 of those rows, and the first 32 x 32 of those columns
- for each element, add the 32 products from these two tiles
- go on with the next two tiles: further right in `a`, further down in `b`

32 threads use each number that the block loads. So the kernel makes 32 times fewer loads from global memory. With tiles of 16 x 16 it would be 16 times.

Each round has two barriers: one when the tiles are full, and one when all threads have finished with them.
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
      caption = "Tiles of 2 x 2, to keep the picture small. In the first round the block has the two tiles 1 in shared memory, in the second the two tiles 2. Each of its four threads adds two products in each round, and two threads use each number that the block loads." },

    { title = "Who loads the tile of b", question = "Which thread of the block loads an element of the tile of b?",
      choices = {
        { "The one that needs it", why = "All 32 threads of a column need it. One load is enough." },
        { "Any thread, as long as the lanes of a warp load neighbouring elements of a row", right = true,
          why = "After the barrier all threads see it, so a thread need not load the elements that it uses." },
        { "The first thread of the block loads all of them", why = "Then 1023 threads wait for one. Share the work of loading as well." },
      } },

    { title = "An experiment: tiles", experiment = "tiles",
      caption = "Guess first: without tiles, does the kernel load 16 times as many sectors as with tiles of 16 x 16, or fewer? Then run it. (Each bar is eight times as long as the one before: that is how the work grows.)" },

    { title = "Why a factor of 8, not 16", question = "For n = 128 the naive kernel loads 264 thousand sectors, the tiled one 35 thousand: not quite a factor of 8. Why not 16?",
      choices = {
        { "In the naive kernel, too, lanes that read from the same sector share it", right = true,
          why = "A block of 16 x 16 has warps of two rows and 16 columns. So in one round a warp loads two sectors of a and two of b: 64 in 16 rounds. Filling both tiles for those 16 rounds takes it 8. If each lane loaded its own sectors, there would be far more than 64." },
        { "The barriers take time", why = "The experiment counts sectors. Barriers move none." },
        { "The tiles have bank conflicts", why = "They have none, and bank conflicts do not add global sectors." },
      } },

    { title = "Your turn: tiles", exercise = "matmul_tiled" },

    { title = "Now shared memory is too slow", text = [[
Look at the inner loop of the tiled kernel: two loads from shared memory for one multiplication and addition. In a cycle, a multiprocessor of an H200 can do the multiplications of four warps, but the loads from shared memory of only one. So the arithmetic units are busy for only about one eighth of the time.

The remedy is the same as before, one level closer to the arithmetic. Let a thread compute a square of 4 x 4 elements instead of one:

- it loads 4 numbers of one tile and 4 of the other: 8 loads
- it multiplies each of the first with each of the second: 16 multiplications

That is half a load for each multiplication, instead of two. With 8 x 8, as in the exercise, it is a quarter. While the thread uses them, the numbers are in *registers*, the fastest memory there is.

This has a price: 64 sums take 64 registers. The more registers a thread uses, the fewer threads fit on a multiprocessor.
]] },

    { title = "What registers cost", text = [[
A multiprocessor of an H200 has 65536 registers for up to 2048 threads: 32 for each. A thread may have up to 255, but then fewer threads fit. The share of the possible warps that fit is called *occupancy*. With 128 registers it is a quarter. That can be enough: while one multiplication of a thread is under way, its 63 others do not depend on it.

What does not fit into a thread's registers goes to *local memory*: the compiler *spills* it. Local memory is a part of device memory, behind the caches, and far slower than registers.

And registers have no addresses. An array such as `float sum[8][8]` stays in registers only if the compiler knows every index. So the loops over it must have constant bounds, and be *unrolled*: written out, round after round. `#pragma unroll` before a loop asks for that. Otherwise the array is in local memory, and nothing is gained.

Lesson *Measuring and tuning* has more about all of this, and shows how to see it.
]] },

    { title = "Loads for a square of 8 x 8", question = "A thread computes a square of 8 x 8 elements. How many numbers does it load from shared memory for 64 multiplications?",
      answer = 16, why = "Eight of a and eight of b: 8 + 8, and 8 * 8 products. The loads grow with the side of the square, the products with its area." },

    { title = "An experiment: squares", experiment = "passes",
      caption = "One product, with 2 x 2, 4 x 4 and 8 x 8 elements for each thread. The bars are requests to shared memory, including those that fill the tiles. Guess first: by how much does each step help?" },

    { title = "Your turn: registers", exercise = "matmul_register" },

    { title = "The ladder", text = [[
Products of n x n floats on one H200, with this lesson's solutions and cuBLAS, NVIDIA's library for matrices, all in full float precision. For n = 4096 there are 2 * 4096 * 4096 * 4096 operations, 137 billion; divide them by the time to get TFLOP/s, trillions of operations per second. The GPU's limit for floats is 67 TFLOP/s.

The first step gains little, because the caches already serve most of what the simple kernel loads again and again. With tiles the product takes two thirds of the time, and then shared memory is the limit. Squares in registers gain a factor of five, and the library is only a tenth faster still.
]],
      table = {
        { "TFLOP/s", "n = 1024", "4096", "8192", "ms at 4096" },
        { "matmul_naive", "5.0", "5.3", "5.1", "25.8" },
        { "matmul_coalesced", "6.5", "5.8", "5.3", "23.6" },
        { "matmul_tiled", "9.0", "9.1", "9.2", "15.1" },
        { "matmul_register", "20", "47", "47", "2.95" },
        { "cuBLAS", "31", "51", "51", "2.69" },
      } },

    { title = "Why the library is faster", question = "The library is more than five times as fast as the tiled kernel, with the same number of multiplications. Why?",
      choices = {
        { "It knows a way with fewer multiplications", why = "Such algorithms exist, but they pay off only for very large matrices, and they lose digits. The library multiplies as often as you do." },
        { "It needs fewer loads for each multiplication, and loads the next tiles while it computes", right = true,
          why = "It keeps large squares in registers, loads 16 bytes at a time, and alternates between two or more pairs of tiles. The solution of matmul_register shows the last two." },
        { "It does not use shared memory", why = "It does, a great deal of it." },
      } },

    { title = "Any sizes", text = [[
So far all sizes were multiples of the tile size. If they are not, the last tiles reach beyond the matrices. There are three different edges: `m` rows, `n` columns, and `k`, the end of the sums.

The simplest way is to put *zeros* into those elements of a tile that lie outside the matrix. A product with zero adds nothing, so the inner loop needs no test. And all threads stay until the end: a thread without an element of `c` still loads, and reaches the barriers.

Libraries can also work on a *part* of a matrix. For that you pass the distance from one row to the next as a separate number, the *leading dimension*. Then the number of columns says where a row ends, and the leading dimension where the next one begins.
]] },

    { title = "The leading dimension of a part", question = "A matrix of 100 x 200 floats lies in memory row after row. You pass its part with rows 10 to 19 and columns 50 to 69 to a kernel. What is the leading dimension?",
      answer = 200, why = "From one row to the next it is still 200 floats, whichever part you pass. The part has 10 rows of 20 columns and begins at 10 * 200 + 50." },

    { title = "Your turn: any shape", exercise = "matmul_any_shape" },

    { title = "Many small ones", text = [[
A product of 64 x 64 matrices is work for a single block, and an H200 has 132 multiprocessors. If you launched each of a thousand such products separately, most of the GPU would be idle, and each launch costs a few microseconds.

So put all of them into *one* launch: one more dimension of the grid counts the products. Each block multiplies its product's number by the size of a matrix, adds the result to its pointers, and goes on as if there were no other product. That is called a *batched* kernel.

Libraries offer this, too: `cublasSgemmStridedBatched` takes the distance from one matrix to the next.
]] },

    { title = "Why a vector needs no tile", question = "Why does a product of a matrix and a vector need no tile?",
      choices = {
        { "Each element of the matrix is needed only once", right = true,
          why = "Threads can share only the vector, and that is small. Such a product takes as long as it takes to load the matrix." },
        { "Vectors do not fit into shared memory", why = "Small ones do. But it would not help much: most of the bytes are the matrix." },
        { "Tiles must be square", why = "They need not be: matmul_register has one of 128 x 16." },
      } },

    { title = "Your turn: a batch", exercise = "batched_matvec" },

    { title = "Tensor cores", text = [[
A multiprocessor also has *tensor cores*: units that multiply small matrices, such as 16 x 8 by 8 x 8, in one instruction of a whole warp. They take short numbers: 16 bits (`half`, `bfloat16`), floats whose fraction is cut to 10 bits (*tf32*), 8 bits (FP8 and integers), on newer GPUs 4 bits (FP4). The H200's take doubles, too. The sums are usually floats. They can be halves, and for integers or doubles they are integers or doubles.

No lane has a row or a column of its own. The *warp* has three matrices, and each lane holds a few numbers of each, in registers. For each instruction, a table in the manual says which ones.

There are three ways to use them:

- a library
- `nvcuda::wmma` in `mma.h`: load, multiply, store; you need no table
- the instruction itself, `mma.sync`, in PTX: you have to follow the table

On an H200 the last two reach only a part of what the units can do. In tf32, with n = 4096, the solution of `gemm_tensor` reaches 57 TFLOP/s, a version with tiles in shared memory 140, and cuBLAS 400. The rest takes instructions that only this family of GPUs has (`wgmma`). Leave those to libraries.
]] },

    { title = "Half a warp at the tensor core", question = "What happens if only half of a warp's lanes execute the tensor core's instruction?",
      choices = {
        { "You get half of the product", why = "Each lane's numbers are needed for many elements of the product, not only for its own." },
        { "It is an error: the whole warp executes the instruction", right = true,
          why = "As with a shuffle, all 32 lanes have to execute it together. Otherwise the behaviour is undefined." },
        { "The other lanes count as zeros", why = "Nothing fills in zeros for you. A lane without an element has to pass a zero itself, as at the edge of a tile." },
      } },

    { title = "Fragments", code = [[
wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;

wmma::fill_fragment(sum, 0.0f);
wmma::load_matrix_sync(x, a + row * lda + i, lda);
wmma::load_matrix_sync(y, b + i * ldb + col, ldb);
wmma::mma_sync(sum, x, y, sum);             // sum += x * y
wmma::store_matrix_sync(c + row * ldc + col, sum, ldc,
                        wmma::mem_row_major);
]], language = "cuda",
      caption = "A fragment is a piece of 16 x 16 numbers, spread over the registers of the 32 lanes. CUDA does not say which lane has which number, because that differs between GPUs. All lanes make each call together, with the same arguments: the address of the piece's first element, and the leading dimension of the matrix." },

    { title = "Your turn: tensor cores without a table", exercise = "gemm_wmma" },

    { title = "Your turn: tensor cores, with the table", exercise = "gemm_tensor" },

    { title = "The library", text = [[
In real programs, leave matrix products to cuBLAS. You need to know three things about it:

- it stores matrices *column by column*, as Fortran does. The library sees your `a` as `a` transposed
- `cublasSgemm` computes floats in full precision, unless you allow less
- each call needs a *handle* from `cublasCreate`. That takes time: create one for the program, not one for each product

You need not transpose anything. The transpose of `a * b` is `b` transposed times `a` transposed. Pass `b` first and `a` second: the library sees both transposed, and computes `c` transposed, which it stores column by column. In your memory, row by row, that is `c`.

Link a program that calls it with `-lcublas`; here that is done for you.
]] },

    { title = "A row-major matrix in cuBLAS", question = "Your a is m x k and your b is k x n, both row by row. A library that stores matrices column by column reads the same memory. What does it see in place of a?",
      choices = {
        { "The same matrix", why = "Only if it is symmetric. Neighbours in memory are in one row for you, and in one column for the library." },
        { "A transposed: k x m", right = true,
          why = "Your rows are its columns. And c transposed is b transposed times a transposed: pass b first and then a, and what it stores is your c." },
        { "Noise", why = "It sees a proper matrix: the transposed one." },
      } },

    { title = "Your turn: the library", exercise = "gemm_cublas" },

    { title = "Coming from Python: Numba", experiment = "numba",
      caption = "Note `float32(0)`: a plain 0.0 would make the sum a double. The loads are those of C++: the array's last index runs fastest in memory, so `col` comes from x. `matmul_naive`, `matmul_tiled` and `batched_matvec` can be answered in Python (`L` on their pages)." },

    { title = "Coming from Python: vmap and @", code = [[
c = a @ b                        # cuBLAS, or a kernel made for it

def matvec(a, x):                # for ONE pair
    return a @ x
ys = jax.vmap(matvec)(As, xs)    # for all pairs: one batched kernel
]], language = "python",
      caption = "`vmap` does what you did by hand in batched_matvec: the number of the pair becomes one more dimension. In CuPy, too, `a @ b` calls cuBLAS." },

    { points = {
      "A thread for each element, x for columns: lanes share a, and load neighbouring elements of b.",
      "With n * n numbers and n * n * n operations, what counts is how often you load each number.",
      "Tiles in shared memory: one load for 32 threads.",
      "Squares in registers: 8 + 8 loads for 64 multiplications. More work for each thread is called *thread coarsening*.",
      "Zeros at the edges; the number of columns and the leading dimension are different things.",
      "Many small products: one launch with one more dimension.",
      "Tensor cores: one instruction of a warp, and each lane holds a few of the numbers.",
      "For real work: the library. It stores matrices column by column.",
    } },
  },
}
