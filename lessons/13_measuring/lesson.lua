return {
  title = "Measuring and tuning", minutes = 30,
  summary = "A benchmark done right, the limit that a kernel runs into, and six ways to make it faster.",
  steps = {
    { title = "What this is for", text = [[
Your kernels are right, and some are fast. This lesson is about the question in between: *why* is a kernel as slow as it is, and what would help?

You cannot tell from the code alone. Experts guess wrong, too, but they measure before they change anything. The steps are always the same:

- measure, in a way that you can trust
- compare the result with what the machine could do
- find the one thing that limits the kernel
- change that, and measure again

The pages take about 30 minutes, and there are nine exercises.
]] },

    { title = "A benchmark done right", code = [[
kernel<<<grid, block>>>(...);            // warm up: not counted

cudaEventRecord(begin);
for (int k = 0; k < 20; k++)             // many launches in a row
    kernel<<<grid, block>>>(...);
cudaEventRecord(end);

cudaEventSynchronize(end);               // wait, then ask
cudaEventElapsedTime(&ms, begin, end);   // of all 20
]], language = "cuda",
      caption = "The first launch loads the kernel's code and finds cold caches, so it does not count. Twenty launches in a row hide the time that a launch takes to reach the device. The events are marks in the stream, and the device itself notes the times. Do all of that several times and report the median: a single number is not a measurement." },

    { title = "Four microseconds for every n", question = "A program reads the host's clock before and after `kernel<<<...>>>(...)`, with nothing in between, and finds 4 microseconds for every n. What was measured?",
      choices = {
        { "The kernel: GPUs are fast", why = "Then it would take longer for a larger n." },
        { "The call: a launch only puts work into the stream, and returns", right = true,
          why = "The kernel may not even have begun. Call `cudaDeviceSynchronize()` before you read the clock again; or use events, which are better." },
        { "The trip over the link and back", why = "The host did not wait for an answer." },
      } },

    { title = "Your turn: which is faster?", exercise = "time_it_right" },

    { title = "Two tables", text = [[
How many seconds does a product of N x N matrices take? Two workshops measured it on the same cluster, with the same kind of card. The first compared NumPy with a C program, and concluded that at N = 512 a GPU is 1.6 times as fast as a CPU. The second compared NumPy with CuPy, and found 121 times. Both call cuBLAS on the same card. Which of them is right?
]],
      table = {
        { "N", "NumPy, s", "C program with cuBLAS, s", "CuPy, second call, s" },
        { "512", "0.0486", "0.0302", "0.00040" },
        { "1024", "0.0484", "0.0304", "0.00072" },
        { "2048", "0.0908", "0.0327", "0.0033" },
        { "4096", "0.478", "0.0490", "0.0215" },
        { "8192", "2.45", "0.1885", "0.132" },
      } },

    { title = "0.030 seconds for both", question = "N = 1024 is eight times the work of N = 512. But the C program takes 0.030 seconds for both. What takes these 0.030 seconds?",
      choices = {
        { "The product: small matrices cannot use the whole card", why = "They use it badly, but 0.4 milliseconds were enough for the third column." },
        { "What every run does once: starting the device, loading the library, creating its handle", right = true,
          why = "It is the same for each N, and it is missing from the third column, where one product was computed before. So the C program's column shows how long cuBLAS takes to start." },
        { "The copies of the matrices", why = "512 x 512 floats are one megabyte: 0.1 milliseconds. And they would grow with N." },
      } },

    { title = "What went wrong", text = [[
Both tables have good numbers in them, and both conclusions are wrong:

- The first measured a *cold* start. Its NumPy column did so as well: 0.0486 seconds for N = 512 and 0.0484 for 1024 cannot both be products.
- The second compared a *warm* GPU with a *cold* CPU. So the speedup falls from 121 to 19 as N grows: not because the GPU gets worse, but because the CPU's start matters less and less.
- A benchmark of a whole program includes copies and start-up, and a benchmark of a kernel does not. Both are useful, but not in one table.

Before you explain a number, ask whether it *can* be right. How many operations, how many bytes, and how long must that take at least?
]] },

    { title = "GFLOP/s of a product", question = "A product of N x N matrices takes 2 * N * N * N operations. With N = 512 that is 0.268 billion. How many GFLOP/s does a GPU reach that needs 0.0004 seconds for them?",
      answer = 670, slack = 5, why = "0.268 / 0.0004 is 670 GFLOP/s. For N = 8192 it is 1100 billion in 0.132 seconds: 8300. So it was the *small* product that did not use the card well." },

    { title = "Coming from Python: time it", code = [[
y = f(x); torch.cuda.synchronize()        # warm up, and wait
t = time.perf_counter()
for _ in range(20): y = f(x)
torch.cuda.synchronize()                  # or you time the launches
print((time.perf_counter() - t) / 20)

print(cupyx.profiler.benchmark(f, (x,), n_repeat=20))  # CPU and GPU times
torch.utils.benchmark.Timer("f(x)", globals=globals()).blocked_autorange()
f_jit(x).block_until_ready()              # JAX; the first call compiles!
]], language = "python",
      caption = "In all these libraries an operation returns before the device has done it. The helpers warm up, wait and repeat for you. With a compiler (`jax.jit`, `torch.compile`, `numba.cuda.jit`) the first call takes seconds. So does the first call with *another shape* (in Numba, with other *types*). In `event_timer` of lesson *Streams* you can do the same with Numba's events." },

    { title = "The roofline", code = [[
 flop/s
   |                  ________________  67 TFLOP/s: arithmetic
   |                 /:
   |               /  :
   |             /    :        time >= operations / 67e12
   |           /      :        time >= bytes / 4.8e12
   |         /        :
   |       /  4.8 TB/s: memory
   +------+-----------+---------------+-----  operations
          1/6         14             1365     for each byte
        saxpy        ridge         matmul, N = 8192
]], language = "text",
      caption = "Two limits of an H200: 67 TFLOP/s for floats, 4.8 TB/s from memory. (Those are from the data sheet. About 4.2 TB/s can be reached.) Divide a kernel's operations by the bytes that it must move. To the left of 14, memory is the limit, and faster arithmetic is useless. To the right, arithmetic is the limit." },

    { title = "Is a large product memory-bound?", question = "A slide explains the falling speedup at N = 8192: the product \"becomes memory-bound\". It does 2 * N * N * N operations and must move three matrices of 4 * N * N bytes. Is the slide right?",
      choices = {
        { "Yes: three matrices are 800 megabytes", why = "Those take 0.2 milliseconds at 4.8 TB/s. The product takes much longer." },
        { "Not with a good kernel: N / 6 operations for each byte is far to the right of 14", right = true,
          why = "The larger N, the further to the right. A *naive* kernel is limited by memory or caches, at any N, because it loads each number N times. (The likely reason for the fall is the CPU's cold start at small N.)" },
        { "It depends on the GPU", why = "For floats, the ridges of today's GPUs lie between 10 and 110. 1365 is to the right of them all." },
      } },

    { title = "An experiment: from memory to arithmetic", experiment = "roofline",
      caption = "One kernel reads and writes 8 bytes for each number, and computes 2 * rounds operations. Guess first: how much longer do 16 rounds take than one? And 256 than 64? (The times are modelled for an H200.)" },

    { title = "Three commands", text = [[
- `warpbook profile EX` shows what each line costs: its share of the time, its instructions, how many lanes work, sectors for each request, passes through shared memory. At the end it says which resource limits the kernel. `--sort share` puts the most expensive line first
- `warpbook picture EX --line 15` draws what a line does to memory: which lane uses which element, sector by sector or bank by bank
- `warpbook bench EX` runs the kernel and the reference with data of several sizes, and shows the GB/s for each

In the workbook, the page of an exercise shows the keys for these. The virtual machine's counts are exact. Its times are modelled, for a GPU that you can choose with `--gpu`.
]] },

    { title = "Reading a profile", text = [[
On a machine with a GPU, `ncu --set full ./program` counts inside a kernel, and `nsys profile ./program` draws the timeline of copies, kernels and calls. Begin with nsys: a kernel that takes 5 percent of the time is not worth a profile.
]],
      table = {
        { "warpbook", "Nsight Compute" },
        { "s/req", "Sectors/Req (L1/TEX table), 4 is best for floats" },
        { "lanes", "Avg. Active Threads Per Warp, of 32" },
        { "pass. over requests", "Shared Memory: Bank Conflicts, \"n-way\"" },
        { "local", "Local (L1/TEX table), \"spilling\" in the compile log" },
        { "limited by DRAM, L2", "Memory Throughput near 100 %: \"memory bound\"" },
        { "limited by issue", "Compute (SM) Throughput near 100 %" },
        { "limited by latency", "neither: look at Warp State, \"Stall ...\"" },
        { "stalled: Long Scoreboard", "waits for global or local memory" },
        { "stalled: Short Scoreboard", "waits for shared memory or special functions" },
        { "stalled: Barrier", "waits for the block" },
      } },

    { title = "Memory 23 %, compute 17 %", question = "A profile shows a Memory Throughput of 23 %, a Compute Throughput of 17 %, and Stall Long Scoreboard for most samples. What limits the kernel?",
      choices = {
        { "Memory bandwidth", why = "Three quarters of it are unused." },
        { "Latency: warps wait for memory, and there are too few of them to fill the time", right = true,
          why = "More warps, more independent loads in each thread, or asynchronous copies help." },
        { "Arithmetic", why = "17 % is far from the limit." },
      } },

    { title = "Your turn: find the bottleneck", exercise = "bottleneck_one" },

    { title = "Your turn: find the bottleneck, again", exercise = "bottleneck_two" },

    { title = "Your turn: and once more", exercise = "bottleneck_three" },

    { title = "Fusing", text = [[
The best way to make memory faster is to use it less. A chain of elementwise operations, each with a kernel of its own, moves every intermediate result out to memory and back in. *Fused* into one kernel, they keep it in a register.

That works as long as each result depends only on the same element of the step before. Where a step needs *other* elements, the step before it must be complete, and the chain ends there. (Or a thread computes its neighbours' values again, if they are cheap.)
]] },

    { title = "An experiment: four kernels or one", experiment = "passes",
      caption = "Four additions to each of n elements: with four launches, or with one. For small n the launches take the time, for large n the memory does. Where does fusing gain more? (The times are modelled for an H200.)" },

    { title = "Your turn: one pass instead of three", exercise = "fuse_kernels" },

    { title = "Coming from Python: fusing compilers", code = [[
y = (a * x + b).clip(0) ** 2        # CuPy, PyTorch: four kernels

@cupy.fuse()                        # one
def f(a, x, b): return (a * x + b).clip(0) ** 2

f = torch.compile(f)                # one, generated by Triton
f = jax.jit(f)                      # one, by XLA
]], language = "python",
      caption = "Without a compiler every operator of Python is a launch, with a pass through memory. What torch.compile and jax.jit gain is mostly fewer passes. They also fuse elementwise operations into a neighbouring product or reduction. `nvcc` and Numba never fuse kernels, so that is up to you. (You can answer `fuse_kernels` and `coarsen` in Python.)" },

    { title = "Coarsening", text = [[
One thread for each element is easy to write. But a thread that computes *several* elements can use the same work for all of them: an address, a loaded number, a coefficient, a comparison with the edge. That is called *coarsening*.

It costs registers for the intermediate values, and it leaves fewer threads. An H200 holds 270,000 threads at once. With too few of them, a multiprocessor has nothing to do while all of its threads wait.

So try 2, 4, 8 or 16 elements, and measure each. Neighbouring *threads* should still have neighbouring elements, so the elements of one thread lie apart: below each other, or a block's width from each other.
]] },

    { title = "An experiment: points for each thread", experiment = "rows",
      caption = "Each point is the sum of five numbers below each other. One kernel loads five numbers for each point. The other keeps a window, so a thread with k points loads k + 4. Guess before you run it: with how many points does the second kernel have most of its gain?" },

    { title = "Your turn: eight rows for each thread", exercise = "coarsen" },

    { title = "Occupancy", code = [[
a multiprocessor of an H200 has room for

   2048 threads  =  64 warps
     32 blocks
  65536 registers            a kernel with R registers a thread:
 228 KiB shared memory       65536 / R threads at most

occupancy = warps that fit / 64
]], language = "text",
      caption = "What is used up first decides how many blocks fit, and `cudaOccupancyMaxActiveBlocksPerMultiprocessor` computes that number. (CUDA itself takes 1 KiB of shared memory for each block.) More warps hide more latency. But occupancy is only a means to an end. A kernel whose threads do much work each, with many registers, may be fastest with a quarter of the warps. The fastest matrix products are written like that." },

    { title = "Occupancy from registers", question = "A kernel needs 64 registers for each thread and runs in blocks of 256. What is its occupancy, in percent?",
      answer = 50, why = "65536 / 64 is 1024 threads: four blocks, or 32 of the 64 warps." },

    { title = "Registers that are memory", text = [[
Registers have no addresses. So two things cannot stay in them:

- an array whose index is known only at run time, such as `best[j]`, where j depends on the data. The compiler puts all of it into *local memory*
- what does not fit. A thread has at most 255 registers, or fewer if `__launch_bounds__` or `-maxrregcount` asks for fewer. The rest is *spilled* to local memory

Local memory sounds close, but it is a part of device memory, behind the same caches as everything else. `nvcc -Xptxas -v` reports "bytes stack frame" and "bytes spill stores". Both should be 0 in a hot loop.

A loop with a constant number of rounds, unrolled completely, turns array elements into registers again.
]] },

    { title = "Your turn: out of local memory", exercise = "local_array" },

    { title = "Hiding latency", code = [[
one buffer:   |load 0|use 0|load 1|use 1|load 2|use 2|

two buffers:  |load 0|load 1|load 2|load 3|
                     |use 0 |use 1 |use 2 |use 3 |
]], language = "text",
      caption = "A thread that has begun a load goes on until it needs the result. *Asynchronous copies* go further: they move data from global to shared memory while the thread does something else, and it waits for them later. With two tiles in shared memory, a block uses one while the other arrives. Streams did the same in lesson *Streams*, with copies over the link." },

    { title = "Your turn: two buffers", exercise = "double_buffer" },

    { title = "The same with cuda::barrier", code = [[
#include <cuda/barrier>                       // nvcc only
__shared__ cuda::barrier<cuda::thread_scope_block> ready[2];
if (t == 0) { init(&ready[0], 256); init(&ready[1], 256); }
__syncthreads();

cuda::memcpy_async(&tile[0][t], &x[t], 4, ready[0]);   // begin
for (int k = 0; k < tiles; k++) {
    if (k + 1 < tiles)
        cuda::memcpy_async(&tile[(k + 1) % 2][t],
                           &x[(k + 1) * 256 + t], 4,
                           ready[(k + 1) % 2]);
    ready[k % 2].arrive_and_wait();       // copies, and all 256 threads
    use(tile[k % 2]);
    __syncthreads();
}
]], language = "cuda",
      caption = "Such a barrier counts the arrivals of the threads, and of the copies that each thread has begun. When it opens, the tile is complete. One barrier for each buffer makes a pipeline. With Hopper's bulk copies (`cuda::device::memcpy_async_tx`), a barrier counts *bytes*. One thread starts the copy of a whole tile and says how many bytes to expect, and the barrier opens when the last of them has arrived." },

    { title = "Is it worth it at all?", text = [[
A tiny model is the classic case: `nn.Linear(10, 10)` with four rows takes 800 operations. A CPU does those in 0.2 microseconds. On the device the launch alone takes some microseconds, and each copy takes ten.

There is a *crossover*, a size from which the device is faster:

- time on the CPU: operations / its speed
- time on the device: a constant, plus bytes / the speed of the link, plus the kernel

The constant decides if the work is small, and the link decides if there are few operations for each byte. If the data are on the device already, and stay there, the crossover comes much earlier. That is one more reason to keep the data there.
]] },

    { title = "Time on the device", question = "Using the device takes 20 microseconds in any case. The link moves 25 bytes in a nanosecond, and the CPU does 5 operations in a nanosecond. A million floats go to the device and back, with 2 operations each. How many microseconds does the device take, if its kernel takes none?",
      answer = 340, slack = 2, why = "8 million bytes / 25 are 320 microseconds, plus 20. The CPU takes 2 million / 5 = 400. So the device wins, but only just: the link takes nearly all of its time." },

    { title = "Your turn: the CPU or the GPU?", exercise = "cpu_or_gpu" },

    { points = {
      "Warm up, launch many times, wait, take the median, and compare like with like.",
      "Ask whether a number can be right: count operations and bytes, and know what the machine can do.",
      "Roofline: fewer than about 14 operations for each byte means memory is the limit.",
      "Profile first, then change the one line that takes the time.",
      "Less memory traffic: fuse. Less repeated work: coarsen. Fewer local arrays: unroll.",
      "Hide latency with enough warps, or with copies that run ahead.",
      "Small work belongs on the CPU.",
    } },
  },
}
