return {
  title = "Global memory", minutes = 30,
  summary = "Move only the bytes that are needed, and in large pieces.",
  steps = {
    { title = "What this is for", text = [[
Most kernels do not wait for arithmetic. They wait for memory. An H200 does up to 66.9 TFLOP/s (trillion floating-point operations per second), and at 4.8 TB/s it loads 1.2 trillion floats per second. That leaves some 56 operations for each float, and few kernels have that many to do.

So the first question about a slow kernel is not "what does it compute?" but "*what does it move?*" Two kernels with the same loads and stores in their source can differ by a factor of eight, for one reason only: which thread loads which element.

The lesson takes about 30 minutes and has five exercises. Most of them are judged on what they move.
]] },

    { title = "Sectors", text = [[
A GPU does not read global memory byte by byte. It reads *sectors* of 32 bytes, each starting at a multiple of 32. If you ask for one byte of a sector, the whole sector moves.

Nor does it read thread by thread. When a warp executes a load, the hardware looks at the 32 addresses *together*, as one *request*. It works out which sectors they fall into and fetches each of those once.

- 32 threads read 32 neighbouring floats: 128 bytes, 4 sectors, every byte used
- 32 threads read floats that are 32 bytes or more apart: 32 sectors, 4 bytes used in each
- 32 threads read the same float: 1 sector

The number of *sectors per request* measures how well a kernel reads. When neighbours share sectors, the access is *coalesced*.
]],
      pictures = {
        { of = "stride", show = "sectors", line = "x[i * stride]", array = "x", case = { n = 8192, stride = 1 },
          title = "The lanes of a warp read neighbours; a row is a sector" },
        { of = "stride", show = "sectors", line = "x[i * stride]", array = "x", case = { n = 8192, stride = 8 },
          title = "Each lane reads 32 bytes from the one before" },
      } },

    { title = "Sectors for 32 doubles", question = "The 32 threads of a warp read 32 neighbouring doubles (8 bytes each), starting at a multiple of 256 bytes. How many sectors?",
      answer = 8, why = "32 * 8 = 256 bytes, and 256 / 32 = 8. Every byte is used: for doubles 8 is as good as 4 is for floats." },

    { title = "An experiment: a stride", experiment = "stride",
      caption = "Guess first: at which stride does it stop getting worse? Then run it." },

    { title = "Why strides of 8 and 32 are alike", question = "Why are strides of 8 and 32 equally bad in the experiment?",
      choices = {
        { "With a stride of 8 floats, neighbours are 32 bytes apart: each thread needs its own sector, and a warp cannot touch more than 32", right = true,
          why = "One sector for each thread is the worst case. (On a GPU larger strides can be even slower, because of caches and memory pages.)" },
        { "The cache holds the rest",
          why = "The experiment counts what the warps ask for, before any cache." },
        { "The virtual machine cannot tell the difference",
          why = "An H200's own counters show the same: these are counts of what the warps ask for, not a model." },
      } },

    { title = "An experiment: an offset", experiment = "offset",
      caption = "Here neighbours read neighbours, but the first of them is not at the start of a sector. That adds one sector, unless the offset is a multiple of 8 floats: worth knowing, but not worth much trouble." },

    { title = "Which thread, which element?", code = [[
// threads: how many the grid has; n = 8 * threads
int t = blockIdx.x * blockDim.x + threadIdx.x;

for (int k = 0; k < 8; k++)      // a chunk for each thread
    use(x[8 * t + k]);

for (int k = 0; k < 8; k++)      // the threads side by side
    use(x[k * threads + t]);
]], language = "cuda",
      caption = "On a CPU the first loop is the good one: one core, one stretch of memory. On a GPU, look at *one moment*: in the first loop the 32 lanes of a warp are 32 bytes apart, in the second they are neighbours. Both loops load everything; they differ in what they load at the same time.",
      pictures = {
        { of = "stride", show = "sectors", line = "s += x", array = "x", case = { n = 8192, stride = 8 }, source = [[
__global__ void strided(float *out, const float *x, int n, int stride)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < stride; k++)
        s += x[8 * t + k];
    out[t] = s;
}
]],
          title = "A chunk for each thread, k = 0" },
        { of = "stride", show = "sectors", line = "s += x", array = "x", case = { n = 8192, stride = 8 }, source = [[
__global__ void strided(float *out, const float *x, int n, int stride)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < stride; k++)
        s += x[k * n + t];
    out[t] = s;
}
]],
          title = "The threads side by side, k = 0" },
      } },

    { title = "Chunks and the cache", question = "A colleague says: the chunk is fine, since the next seven iterations use the other 28 bytes of each sector. Is she right?",
      choices = {
        { "Yes, so it makes no difference",
          why = "Only if the sectors are still in the cache by then. And each iteration still asks for 32 of them where 4 would do." },
        { "In part: the cache may keep them, but each request still costs 32 sectors' work", right = true,
          why = "Up to 2048 threads of a multiprocessor share 256 KB of L1 cache: 128 bytes each. That may be enough for one array, but not for two." },
        { "No, global memory is never cached",
          why = "It is. But a cache that is busy repairing the access pattern is not available for anything else." },
      } },

    { title = "A promise to the compiler", code = [[
__global__ void f(float *__restrict__ out,
                  const float *__restrict__ x, int n)
{
    ...
    for (int k = 0; k < 8; k++)
        out[i + k * threads] = 2 * x[i + k * threads];
}
]], language = "cuda",
      caption = "Two pointers may lead into the same array. So without more knowledge the compiler has to assume that a store to `out` changes what the next load from `x` reads: it loads, stores, waits, and loads again. `__restrict__` is your promise that nothing that is written through one of these pointers is accessed through another. Then all eight loads can be under way before the first store, and a value that was loaded once need not be loaded again. If you break the promise, the result is undefined. Use it where arrays are different ones, as in most kernels; not where a kernel works in place with two pointers." },

    { title = "Your turn: eight elements a thread", exercise = "strided_copy" },

    { title = "Rows and columns", text = [[
C stores a matrix row after row: element (r, c) has index `r * cols + c`. So neighbours in a *row* are neighbours in memory; neighbours in a *column* are a whole row apart.

The threads of a warp should differ in `c`:

- one thread for each *column*, walking down: in each step the warp reads 32 neighbours. Good
- one thread for each *row*, walking along: in each step the warp reads 32 elements of one column. Bad

If you come from the CPU, this looks the wrong way round. There, one loop walks along a row because *its next* element should be near. Here, *my neighbour's* element should be near mine.
]],
      pictures = {
        { of = "direction", kernel = "a_column_each", show = "sectors", line = "x[k * size + c]", array = "x",
          title = "A thread for each column" },
        { of = "direction", kernel = "a_row_each", show = "sectors", line = "x[r * size + k]", array = "x",
          title = "A thread for each row" },
      } },

    { title = "An experiment: rows or columns", experiment = "direction",
      caption = "Both kernels read each element of the matrix once. The bars show how many sectors they move." },

    { title = "Your turn: both in one kernel", exercise = "row_vs_column_sum" },

    { title = "When both ways are wrong", text = [[
A transpose reads rows and writes columns. If the lanes run along the rows of the input, the loads are good and the stores are bad; if they run along the columns, it is the reverse.

As long as each thread stores the element it loaded, one of the two accesses has a stride. The way out is to let threads hand elements to each other in between, through a fast memory that each block has. That is lesson *Shared memory*.

Write the simple version now, and look at its sectors.
]],
      pictures = {
        { of = "04_global_memory/transpose_naive", show = "sectors", line = "out[c * h + r] = x", array = "x", case = { w = 64, h = 64 },
          title = "The lanes run along a row of x: they load neighbours" },
        { of = "04_global_memory/transpose_naive", show = "sectors", line = "out[c * h + r] = x", array = "out", case = { w = 64, h = 64 },
          title = "Each stores what it has loaded" },
      } },

    { title = "Your turn: the simple transpose", exercise = "transpose_naive" },

    { title = "Sixteen bytes at once", text = [[
A thread can load up to 16 bytes in one access (32 on GPUs newer than the H200's generation). The types for this are `float2`, `float4`, `int4`, `double2` and so on.

A warp that loads `float4` moves 512 bytes in one request: 16 sectors, all used. Four loads of floats would move as many, but one load of `float4` takes a *quarter of the instructions*, and keeps more bytes in flight at the same time. With such accesses, a simple copy comes closest to the memory's limit.

There is a price: the address must be a *multiple of 16*. `cudaMalloc` returns such an address (a multiple of 256); an address somewhere inside an array often is not one. A misaligned access is an error, not just slow.
]],
      pictures = {
        { of = "width", kernel = "by_float4", show = "sectors", line = "((const float4 *)x)[i]", array = "x",
          title = "A warp loads a `float4` in each lane" },
      } },

    { title = "An experiment: wide accesses", experiment = "width",
      caption = "Three kernels copy the same n floats. The bars count the requests of their warps." },

    { title = "Is float4 worse?", question = "16 sectors per request for float4, 4 for float. Is float4 worse?",
      choices = {
        { "Yes: four times as many sectors",
          why = "Per request. But there are a quarter as many requests, and the total number of sectors is the same." },
        { "No: the warp uses every byte of the 16 sectors", right = true,
          why = "What counts is how many of the moved bytes are used. So compare sectors per request only between accesses of the same width; exercises with wide accesses are judged on their total traffic." },
        { "It depends on the data",
          why = "It depends on the addresses alone." },
      } },

    { title = "Your turn: a copy", exercise = "vector_copy" },

    { title = "Arrays of structures", code = [[
struct particle { float x, y, z, mass; };   // array of structures
particle *p;
total += p[i].mass;                         // 16 bytes apart

float *x, *y, *z, *mass;                    // structure of arrays
total += mass[i];                           // neighbours
]], language = "cuda",
      caption = "The first layout is the natural one in most programs, and it is fine if each thread uses *all* of a record: that is one float4. If a kernel needs only the masses, three quarters of every sector move for nothing. The second layout keeps the values of each component together." },

    { title = "One float of a record", question = "A record has 12 floats, and the kernel uses one of them. How many sectors does a warp's load touch?",
      choices = {
        { "4", why = "That would be 32 neighbouring floats. These are 48 bytes apart." },
        { "12", why = "The 32 records are 1536 bytes, 48 sectors in all. The question is how many of these sectors hold one of the 32 floats." },
        { "32", right = true, why = "Neighbours are 48 bytes apart, more than a sector. So each thread needs its own sector: 1024 bytes moved for 128 used." },
        { "48", why = "The 32 records fill 48 sectors, but a load of 4 bytes touches at most one sector for each thread." },
      } },

    { title = "Your turn: take the records apart", exercise = "aos_to_soa" },

    { title = "Coming from Python: NumPy, CuPy", code = [[
a = cupy.zeros((1000, 1000), order='C')  # rows are contiguous, as in C
b = cupy.asfortranarray(a)               # columns are contiguous
a.sum(axis=0)                            # one sum for each column
a.T                                      # no copy: the strides change
a.T.copy()                               # now the elements move

record = [('x', 'f4'), ('y', 'f4'), ('z', 'f4'), ('mass', 'f4')]
p = numpy.zeros(n, dtype=record)
p['mass']                                # a view: a stride of 16 bytes
]], language = "python",
      caption = "An array's `strides` say how far apart neighbours are, in bytes. In a Numba kernel, use the first value of `cuda.grid` for the index with the *smallest* stride: the last index, unless the array is in Fortran order. A structured array is an array of structures. In Python you can answer `strided_copy`, `row_vs_column_sum` and `transpose_naive` (`warpbook init --lang python`)." },

    { points = {
      "Memory moves in sectors of 32 bytes; a warp's load is one request for all its sectors.",
      "32 neighbouring floats: 4 sectors. A stride of 8 floats or more: 32.",
      "Look at one moment: the lanes of a warp should access neighbouring elements.",
      "Use `threadIdx.x` for the index that runs fastest in memory.",
      "`float4` moves 16 bytes a thread: fewer requests, and the address must be a multiple of 16.",
      "Store separately what you use separately: structures of arrays.",
    } },
  },
}
