return {
  title = "Global memory", minutes = 30,
  summary = "Move only the bytes that are needed, and in large pieces.",
  steps = {
    { title = "What this is for", text = [[
Most kernels do not wait for arithmetic. They wait for memory. An H200 can do 67 million million operations on floats in a second, and load about one million million floats in the same time: 60 operations for each float, and few kernels have that many to do.

So the first question about a slow kernel is not "what does it compute?" but "*what does it move?*" Two kernels with the same loads and stores in their source can differ by a factor of eight, for one reason only: which thread loads which element.

It takes about 30 minutes and has five exercises, four of which are judged on what they move.
]] },

    { title = "Sectors", text = [[
Global memory is not read by the byte. It comes in *sectors* of 32 bytes, each beginning at a multiple of 32. Whoever asks for one byte of a sector gets the sector moved.

And it is not read by the thread. When a warp comes to a load, its 32 addresses are looked at *together*: one *request*. The hardware works out which sectors they fall into and fetches each of those once.

- 32 threads read 32 neighbouring floats: 128 bytes, 4 sectors, all bytes used
- 32 threads read floats that are 32 bytes or more apart: 32 sectors, 4 bytes of each used
- 32 threads read the same float: 1 sector

The number of *sectors per request* tells how well a kernel reads. Where neighbours share sectors, the access is called *coalesced*.
]] },

    { question = "The 32 threads of a warp read 32 neighbouring doubles (8 bytes each), from a multiple of 256 bytes on. How many sectors?",
      answer = 8, why = "32 * 8 = 256 bytes, and 256 / 32 = 8. Every byte is used: for doubles 8 is as good as 4 is for floats." },

    { title = "An experiment: a stride", experiment = "stride",
      caption = "Guess first: from which stride on does it not get any worse? Then run it." },

    { question = "Why are 8 and 32 as bad as each other in the experiment?",
      choices = {
        { "With a stride of 8 floats neighbours are 32 bytes apart: each thread has a sector of its own, and more than 32 sectors a warp cannot touch", right = true,
          why = "One for each thread is the worst there is. (On a GPU larger strides can be worse still, for caches and memory pages.)" },
        { "The cache holds the rest",
          why = "The experiment counts what the warps ask for, before any cache." },
        { "The virtual machine does not know better",
          why = "An H200's own counters say the same: these are counts of what is asked for, not a model." },
      } },

    { title = "An experiment: an offset", experiment = "offset",
      caption = "Neighbours read neighbours here, but the first of them is not at the beginning of a sector. One sector more, unless the offset is a multiple of 8 floats: worth knowing, and not worth much trouble." },

    { title = "Which thread, which element?", code = [[
// threads: how many the grid has; n = 8 * threads
int t = blockIdx.x * blockDim.x + threadIdx.x;

for (int k = 0; k < 8; k++)      // a chunk for each thread
    use(x[8 * t + k]);

for (int k = 0; k < 8; k++)      // the threads side by side
    use(x[k * threads + t]);
]], language = "cuda",
      caption = "On a CPU the first is right: one core, one stretch of memory. On a GPU look at *one moment*: in the first loop the 32 lanes of a warp are 32 bytes apart, in the second they are neighbours. Everything is loaded in both; what differs is what is loaded at the same time." },

    { question = "A colleague says: the chunk is fine, since the other 28 bytes of each sector are used in the next seven rounds of the loop. Is she right?",
      choices = {
        { "Yes, so it makes no difference",
          why = "Only if the sectors are still in the cache then. And each round still asks for 32 of them, one by one, where 4 would do." },
        { "In part: the cache may keep them, but each request still takes 32 sectors' work", right = true,
          why = "256 KB of first-level cache are shared by up to 2048 threads of a multiprocessor: 128 bytes for each. It may do for one array; then a second one comes." },
        { "No, global memory is never cached",
          why = "It is. But a cache that has to repair the access pattern is not there for anything else." },
      } },

    { title = "Your turn: eight elements a thread", exercise = "strided_copy" },

    { title = "Rows and columns", text = [[
A matrix of C lies row after row: element (r, c) is number `r * cols + c`. So neighbours in a *row* are neighbours in memory; neighbours in a *column* are a whole row apart.

Threads of a warp should differ in `c`:

- one thread for each *column*, walking down: in each step the warp reads 32 neighbours. Good
- one thread for each *row*, walking along: in each step the warp reads 32 elements of one column. Bad

For somebody who comes from the CPU it is the wrong way round. There, one loop walks along a row because *its next* element should be near. Here, it is *my neighbour's* element that should be near mine.
]] },

    { title = "An experiment: rows or columns", experiment = "direction",
      caption = "Both kernels read each element of the matrix once. What is shown is how many sectors they move." },

    { title = "Your turn: both in one kernel", exercise = "row_vs_column_sum" },

    { title = "When both ways are wrong", text = [[
A transpose reads rows and writes columns. If the lanes run along the rows of the input, the loads are good and the stores are bad; turn them and it is the other way round.

As long as each thread stores what it has loaded, one of the two has a stride. The way out is to let threads hand elements to each other in between, in a fast memory that a block has for itself. That is lesson 05.

Write the simple version now, and look at its sectors.
]] },

    { title = "Your turn: the simple transpose", exercise = "transpose_naive" },

    { title = "Sixteen bytes at once", text = [[
A thread may load up to 16 bytes in one access (32 on GPUs newer than the H200's generation): `float2`, `float4`, `int4`, `double2` and so on are types for that.

A warp that loads `float4` moves 512 bytes in one request: 16 sectors, all used. It is no more than four loads of floats would move, but in a *quarter of the instructions*, and with more bytes under way at the same time. A simple copy comes nearest to the limit of the memory that way.

There is a price: the address must be a *multiple of 16*. What `cudaMalloc` returns is one (it is a multiple of 256); an address somewhere in the middle often is not. A misaligned access is an error, not just slow.
]] },

    { title = "An experiment: wide accesses", experiment = "width",
      caption = "Three kernels copy the same n floats. Count the requests of their warps." },

    { question = "16 sectors per request for float4, 4 for float. Is float4 worse?",
      choices = {
        { "Yes: four times as many sectors",
          why = "Per request. But there are a quarter as many requests, and the sectors in all are the same." },
        { "No: every byte of the 16 sectors is asked for", right = true,
          why = "What counts is bytes used for bytes moved. So compare sectors per request only between accesses of the same width; exercises with wide accesses are judged on the traffic as a whole." },
        { "It depends on the data",
          why = "On the addresses alone." },
      } },

    { title = "Your turn: a copy", exercise = "vector_copy" },

    { title = "Arrays of structures", code = [[
struct particle { float x, y, z, mass; };   // array of structures
particle *p;
total += p[i].mass;                         // 16 bytes apart

float *x, *y, *z, *mass;                    // structure of arrays
total += mass[i];                           // neighbours
]], language = "cuda",
      caption = "The first is how one writes programs, and it is fine when each thread uses *all* of a record: one float4 then. If a kernel needs only the masses, three quarters of every sector are moved for nothing. The second keeps each component together." },

    { question = "A record has 12 floats, and the kernel uses one of them. How many sectors does a warp's load touch?",
      choices = {
        { "4", why = "That would be 32 neighbouring floats. These are 48 bytes apart." },
        { "12", why = "The 32 records are 1536 bytes, which would be 48 sectors in all. The question is how many of them hold one of the 32 floats." },
        { "32", right = true, why = "Neighbours are 48 bytes apart, more than a sector. So each has a sector of its own: 1024 bytes moved for 128 used." },
        { "48", why = "The 32 records fill 48 sectors, but a load touches at most one for each thread, if it is of 4 bytes." },
      } },

    { title = "Your turn: take the records apart", exercise = "aos_to_soa" },

    { title = "Coming from Python: NumPy, CuPy", code = [[
a = cupy.zeros((1000, 1000), order='C')   # rows are unbroken, as in C
b = cupy.asfortranarray(a)                # columns are
a.sum(axis=0)                             # one sum for each column
a.T                                       # no copy: only the strides change
a.T.copy()                                # now it is moved

record = [('x', 'f4'), ('y', 'f4'), ('z', 'f4'), ('mass', 'f4')]
p = numpy.zeros(n, dtype=record)
p['mass']                                 # a view with a stride of 16 bytes
]], language = "python",
      caption = "An array's `strides` tell how far apart neighbours are, in bytes. In a Numba kernel, let `cuda.grid`'s first number be the index with the *smallest* stride: the last one, unless the array is in Fortran order. A structured array is an array of structures." },

    { points = {
      "Memory moves in sectors of 32 bytes; a warp's load is one request for all its sectors.",
      "32 neighbouring floats: 4 sectors. A stride of 8 floats or more: 32.",
      "Look at one moment: the lanes of a warp should be on neighbouring elements.",
      "`threadIdx.x` belongs to the index that runs fastest in memory.",
      "`float4` moves 16 bytes a thread: fewer requests, and the address is a multiple of 16.",
      "Keep apart what is used apart: structures of arrays.",
    } },
  },
}
