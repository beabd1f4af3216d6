return {
  title = "Hopper and later", minutes = 50,
  summary = "Memory order and scopes, clusters of blocks, copies that count bytes, small floats.",
  steps = {
    { title = "What this is for", text = [[
What you have learned so far applies to every GPU of the last ten years. This lesson is about what came later, mostly with Hopper (H100, H200; compute capability 9.0). It begins with an older question that newer hardware makes pressing: *when does one thread see what another has written?*

- memory order and scopes, with `cuda::atomic_ref`
- one instruction that adds up a warp
- clusters: blocks that read each other's shared memory
- copies that one thread starts, and barriers that count their bytes
- in outline: Hopper's tensor cores, floats of 8 and 4 bits, launches that overlap

You need lessons *Atomics*, *Reductions and scans* and *Measuring and tuning*. The virtual machine has nearly all of this, so every exercise runs without a GPU.
]] },

    -- ---- memory order ----
    { title = "Two stores, two loads", code = [[
// data and flag are 0 at the beginning

// block 0              // block 1
data = 42;              int f = flag;
flag = 1;               int d = data;
]], language = "cuda",
      caption = "If block 1 finds the flag set, is `d` 42? Not necessarily. The two stores may become visible in another order than they were written in, because they travel to different parts of the second-level cache. The two loads may be swapped, or the second may find an old value in the first-level cache. The compiler, too, may reorder plain accesses. Such a small program with a question at its end is called a *litmus test*; this one is *message passing*." },

    { title = "Message passing", question = "In the test above, f and d may each be old or new. How many of the four pairs (f, d) are possible?",
      choices = {
        { "Two: (0, 0) and (1, 42)", why = "The loads of block 1 may also come between the two stores." },
        { "Three: not (1, 0)", why = "(1, 0) is the pair that you would like to exclude, but nothing in the program does." },
        { "All four", right = true, why = "Even (1, 0) is possible. Besides, the accesses are plain, so this is a data race, and nothing at all is guaranteed." },
      } },

    { title = "What a memory model promises", text = [[
*Release* and *acquire* forbid the outcome (1, 0). A release store comes after everything that its thread has written or seen. An acquire load comes before everything that follows it. If the load sees the value that the store wrote, the reader sees everything that the writer had done before. *Sequentially consistent* accesses are stronger: all threads agree on one order of them. A *relaxed* access is atomic, and nothing more.]],
      table = {
        { "litmus test", "outcome in question", "relaxed", "release, acquire", "seq_cst" },
        { "message passing", "flag new, data old", "allowed", "forbidden", "forbidden" },
        { "store buffering", "both write, both read old", "allowed", "allowed", "forbidden" },
        { "load buffering", "both read what is written later", "allowed", "forbidden", "forbidden" },
        { "coherence", "new, then old, of one word", "forbidden", "forbidden", "forbidden" },
      } },

    { title = "Has hardware ever done that?", text = [[
Yes. A well-known study (Alglave and others, *GPU Concurrency*, ASPLOS 2015) ran thousands of litmus tests. Without fences, its Kepler GPU showed all four outcomes of the last page, even the last one. A lock from a textbook failed as well. NVIDIA later published a memory model for PTX, with scopes.

So "I ran it a thousand times" proves nothing about order. The virtual machine does not try to be unlucky either. It tracks which accesses a release orders, and reports a race even if the values happen to be right. It does not notice a missing *acquire* on the reader's side, so watch for that yourself.
]],
      table = {
        { "of 100,000 runs on a GTX Titan", "alone", "under load" },
        { "message passing", "0", "4347" },
        { "store buffering", "0", "6673" },
        { "load buffering", "0", "2247" },
        { "coherence, within a block", "0", "9985" },
      } },

    { title = "Scopes", text = [[The further apart two threads are, the more it costs to make one see what the other wrote. So an order has a *scope*: the threads for which it holds. The writer and the reader must each use a scope that contains the other. Otherwise nothing is ordered, and there is a race.]],
      table = {
        { "scope", "threads", "for example" },
        { "thread_scope_block", "those of one block", "a barrier in shared memory" },
        { "thread_scope_device", "those of one device", "a flag between blocks" },
        { "thread_scope_system", "all devices' and the host's", "a flag in pinned memory" },
      } },

    { title = "cuda::atomic_ref", code = [[
#include <cuda/atomic>

using flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

// writer
*data = 42;
flag(*ready).store(1, cuda::memory_order_release);

// reader
while (!flag(*ready).load(cuda::memory_order_acquire))
    ;
use(*data);
]], language = "cuda",
      caption = "An `atomic_ref` makes an ordinary int, float or pointer atomic for as long as you need it; `cuda::atomic` is a variable of its own. Both have `load`, `store`, `exchange`, `compare_exchange_strong`, `fetch_add`, `fetch_max` and so on, also in shared memory. The default scope is the system, and the default order is sequentially consistent. Both defaults are safe, and the slowest choice. The old `atomicAdd(p, 1)` is `fetch_add(1, cuda::memory_order_relaxed)` with the scope of the device." },

    { title = "The smallest scope", question = "A kernel counts events in a variable that the host reads while the kernel runs, in pinned memory. Only one block counts. Which scope does the counter need?",
      choices = {
        { "The block's: only its threads write", why = "The scope must also contain the readers, and the host is not in the block." },
        { "The device's", why = "The host is not on the device either." },
        { "The system's", right = true, why = "The reader is the host, so the scope has to contain it." },
      } },

    { title = "Your turn: a message of four words", exercise = "message_passing" },

    { title = "Fences", code = [[
*data = 42;
__threadfence();                       // for the device
flag(*ready).store(1, cuda::memory_order_relaxed);

while (!flag(*ready).load(cuda::memory_order_relaxed))
    ;
__threadfence();
use(*data);
]], language = "cuda",
      caption = "A fence orders the accesses before it and those after it, of any kind. It needs a partner: a fence on one side only orders nothing, nor do two without atomic accesses to the same flag. `__threadfence()` is `cuda::atomic_thread_fence` with seq_cst and device scope; `__threadfence_block()` and `__threadfence_system()` have the other scopes. `volatile` only makes the compiler keep an access, and orders nothing for other threads. `__syncthreads()` is a release and an acquire for the threads of its block." },

    { title = "Your turn: ordered, but for whom?", exercise = "hunt_scope" },

    -- ---- warps ----
    { title = "One instruction for a warp", text = [[A sum over the lanes of a warp takes five shuffles and five additions (lesson *Reductions and scans*). From compute capability 8.0 on there is one instruction for it, which gives the result to every lane of the mask. It adds only integers, since a sum of floats depends on the order, and the instruction defines none.]],
      table = {
        { "function", "types", "from" },
        { "__reduce_add_sync", "int, unsigned int", "8.0" },
        { "__reduce_min_sync, __reduce_max_sync", "int, unsigned int", "8.0" },
        { "__reduce_and_sync, _or_, _xor_", "unsigned int", "8.0" },
        { "redux.sync.min.f32, .max.f32 (PTX)", "float", "10.0a" },
      } },

    { title = "An experiment: shuffles or one instruction", experiment = "warp",
      caption = "Half of the instructions remain: the load, the store, the index. That helps a kernel that is limited by instructions. A kernel that is limited by memory, as this one is on a GPU, gains nothing." },

    { title = "Your turn: one atomic for many", exercise = "sum_by_key" },

    -- ---- clusters ----
    { title = "Clusters of blocks", code = [[
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(8) kernel(...)
{
    __shared__ int mine[1024];
    cg::cluster_group all = cg::this_cluster();

    ...                               // fill mine
    all.sync();
    int next = (all.block_rank() + 1) % 8;
    int *theirs = all.map_shared_rank(mine, next);
    ...                               // read, write, atomicAdd
    all.sync();
}
]], language = "cuda",
      caption = "So far blocks could only exchange data through global memory. The blocks of a *cluster* are certain to run at the same time, close together, and each can read and write the shared memory of the others. This is called *distributed shared memory*. `__cluster_dims__` fixes the cluster's size in the source; with `cudaLaunchKernelEx` the launch chooses it. This needs nvcc and `-arch=sm_90`. The exercise has the three functions in PTX, so clang can compile it, too." },

    { title = "The rules of a cluster", text = [[
- up to 8 blocks are portable (only very small devices or MIG slices allow fewer). An H100 or H200 allows 16, if the kernel's attribute `cudaFuncAttributeNonPortableClusterSizeAllowed` is set
- the grid must be a multiple of the cluster
- synchronize the cluster before the first access to another block, which may not have begun yet
- synchronize the cluster before a block ends, since another one may still use its memory
- `__syncthreads()` waits only for the threads of one block
- larger clusters are harder to place. `cudaOccupancyMaxActiveClusters` says how many fit

An access to a neighbour's shared memory takes longer than one to the block's own, but less time than one to global memory. It pays for halos, for tables and histograms that are too large for one block, and for tiles that several blocks of a matrix product need.
]] },

    { title = "The last synchronization", question = "Each block writes into its neighbour's shared memory, calls `cluster.sync()`, and then reads only its own. Is another `cluster.sync()` needed before the end?",
      choices = {
        { "Yes, always", why = "It is needed as long as a block may still access another block's memory. After the first one, none does." },
        { "No", right = true, why = "After the first one each block uses only its own memory, so any block may end." },
        { "Only with more than 8 blocks", why = "The number makes no difference." },
      } },

    { title = "Your turn: eight blocks, one histogram", exercise = "cluster_bins" },

    -- ---- copies ----
    { title = "Copies in bulk", text = [[On Hopper the *tensor memory accelerator* (TMA) copies between global and shared memory. One thread starts the copy, and is free at once. The copy needs no registers, and the other threads compute no addresses. (`cp.async` is in lesson *Measuring and tuning*.)]],
      table = {
        { "", "cp.async", "bulk copy", "tensor copy" },
        { "from", "8.0", "9.0", "9.0" },
        { "a copy is", "4 to 16 bytes", "a row, n * 16 bytes", "a box, up to 5 dimensions" },
        { "started by", "every thread", "one thread", "one thread" },
        { "wait for", "your own copies", "a barrier that counts bytes", "a barrier that counts bytes" },
        { "at the edge", "you check", "you check", "zeros, or nothing stored" },
      } },

    { title = "A barrier that counts bytes", code = [[
                                 still to come: arrivals, bytes
thread 0
barrier_init(&b, 1)                                1,        0
expect(&b, 4096)                                   0,     4096
bulk_copy(to, from, 4096, &b)
  ... 1024 bytes have arrived                      0,     3072
  ... all have arrived                             0,        0
                                 phase 0 is over; phase 1: 1, 0

all threads
wait_for(&b, 0)                  returns once phase 0 is over
]], language = "text",
      caption = "An *mbarrier* is 8 bytes in shared memory. A phase is over when all arrivals have come and the byte count is 0. A thread waits for a phase by its parity, 0 or 1; waiting is no arrival. A thread that has waited sees the bytes. In C++ the same barrier is `cuda::barrier<cuda::thread_scope_block>`, with `cuda::device::memcpy_async_tx` and `cuda::device::barrier_arrive_tx`; `cuda::memcpy_async` uses it where it can." },

    { title = "The parity", question = "A ring of 3 buffers, each with its own barrier, is filled with tiles 0, 1, 2, 3, ... in turn. For which parity does a thread wait before it uses tile 7?",
      answer = 0, why = "Tile 7 is in buffer 7 % 3 = 1, which held tiles 1 and 4 before. It is the third use, number 7 / 3 = 2 from 0 on, and 2 % 2 is 0." },

    { title = "Two ways to memory", text = [[
The copy engine accesses memory in another way than your loads and stores. NVIDIA calls the two ways *proxies*, the generic and the asynchronous proxy. If a thread has written data to shared memory that the engine (or `wgmma`) is to read, it needs a fence between the two proxies:

```
tile[t] = ...;
asm volatile("fence.proxy.async;" ::: "memory");
__syncthreads();
if (t == 0)
    // start the bulk copy from tile to global memory
```

After the start of a bulk copy *from* shared memory, the source must not change until the copy has read it. `cp.async.bulk.commit_group` and `wait_group.read` wait for that. The virtual machine reports a missing fence as `proxy-fence`, and an early access as `async-copy-pending`.
]] },

    { title = "Your turn: tiles in bulk", exercise = "bulk_rows" },

    { title = "Your turn: a fence, and old numbers", exercise = "hunt_proxy" },

    { title = "Tensor maps", text = [[
The host describes a tensor copy once: `cuTensorMapEncodeTiled` makes a *map* of an array in global memory, with up to five dimensions, their strides and the size of a box. The kernel gets the map as a `const __grid_constant__ CUtensorMap` parameter, and one thread requests the box at certain coordinates. Elements outside the array arrive as zeros, and the barrier counts the bytes of the whole box.

A map also names a *swizzle*, a permutation of 16-byte pieces within the rows of a tile, so that neither rows nor columns cause bank conflicts. The tensor cores read such tiles as they are.

With *multicast* one copy brings a tile to several blocks of a cluster. A matrix product needs each tile of A in all blocks of a row, and then loads it from global memory only once.
]] },

    -- ---- tensor cores ----
    { title = "wgmma in outline", code = [[
wait_for(&full[s], phase);              // TMA has brought A and B

wgmma.fence                             // registers are ready
wgmma.mma_async  64 x N x 16            // A, B: in shared memory
wgmma.mma_async  64 x N x 16            // the sum: in registers
wgmma.commit_group
wgmma.wait_group 0                      // now the sums may be read

arrive(&empty[s]);                      // TMA may refill the buffers
]], language = "text",
      caption = "Hopper's tensor cores read B, and usually A, from shared memory. A *warpgroup* of four warps computes D += A * B with 64 rows, N up to 256 columns, and 32 bytes of each row of A (16 numbers of half precision). The instruction returns at once. In fast kernels some warps do the copies and the others the products, with barriers in both directions. On Blackwell (10.0) one thread starts a product (`tcgen05.mma`), and the sums are in a memory of their own, *tensor memory*. You rarely have to write either: cuBLAS and CUTLASS's templates have them." },

    { title = "Why sm_90a?", question = "A program with wgmma was compiled with `-arch=sm_90a`, and contains PTX for it. What happens on a device of compute capability 10.0?",
      choices = {
        { "The driver compiles the PTX for it", why = "With an `a`, PTX is for this one architecture only (lesson *From here to production*)." },
        { "No kernel image is available", right = true, why = "Devices of 10.0 no longer have wgmma. A program for both needs two kernels, chosen by architecture." },
        { "It runs, more slowly", why = "Nothing imitates the instruction." },
      } },

    -- ---- small floats ----
    { title = "Floats of 8 and 4 bits", text = [[With half the bits, tensor cores multiply twice as many numbers a second, and half as many bytes have to move. The price is precision and range: the largest E4M3 number is 448, and the smallest above 0 is 2^-9. So each number is divided by a *scale* before it is stored. The scale follows from the largest magnitude among the numbers that share it.]],
      table = {
        { "format", "bits", "largest", "scale for", "scale's type" },
        { "FP8 E4M3", "8", "448", "a tensor or a row", "float" },
        { "FP8 E5M2", "8", "57344", "a tensor or a row", "float" },
        { "MXFP8", "8", "448", "32 numbers", "E8M0, a power of two" },
        { "MXFP4", "4", "6", "32 numbers", "E8M0, a power of two" },
        { "NVFP4", "4", "6", "16 numbers", "E4M3, and one float" },
      } },

    { title = "What rounding costs", text = [[
E4M3 has a fraction of 3 bits, so rounding changes a number by up to a sixteenth of it, and a product of two numbers by up to about an eighth. In a long sum these errors partly cancel out; the sum itself is kept in float. E2M1 (4 bits) has only the values 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives.

`cuda_fp8.h` and `cuda_fp4.h` have conversions. By default they *saturate*: a number that is too large becomes 448. E4M3 has no infinity, and only one NaN code for each sign. E2M1 has neither.

If one outlier determines the scale, all its neighbours become small and are rounded away. Smaller groups lose less to an outlier, but need more scales: with an 8-bit scale for 32 numbers of 4 bits, a number takes 4.25 bits.
]] },

    { title = "The bits of NVFP4", question = "NVFP4 stores 4 bits for each number, and a scale of 8 bits for each 16 numbers. How many bits does a number take, with its share of the scale?",
      answer = 4.5, why = "4 + 8 / 16. The one float for the whole tensor does not count." },

    { title = "Your turn: the number behind a scale", exercise = "amax" },

    { title = "Your turn: 8 bits and a scale", exercise = "mx_quantize" },

    { title = "Your turn: a product and its error", exercise = "mx_rows" },

    { title = "Your turn: two in a byte", exercise = "fp4_pairs" },

    { title = "Your turn: louder than the format", exercise = "hunt_loud" },

    -- ---- launches and caches ----
    { title = "A launch that begins early", code = [[
__global__ void second(...)
{
    // work without the first kernel's results: indices, barriers, weights
    cudaGridDependencySynchronize();    // now its results are there
    ...
}
// in the first kernel, when little work is left:
cudaTriggerProgrammaticLaunchCompletion();

// the host launches `second` with this attribute:
a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
a.val.programmaticStreamSerializationAllowed = 1;
]], language = "cuda",
      caption = "Between two kernels of a stream the device is nearly idle for a few microseconds, while the last blocks end and the next kernel is set up. *Programmatic dependent launch* (9.0) lets the second kernel begin once all blocks of the first have triggered or ended. The trigger promises nothing about memory. Only `cudaGridDependencySynchronize()` waits until the first kernel is complete and its writes are visible. A kernel that forgets this call has a race." },

    { title = "After the trigger", question = "The first kernel calls cudaTriggerProgrammaticLaunchCompletion() and then writes its result. The second calls cudaGridDependencySynchronize() and reads it. Is that right?",
      choices = {
        { "No: writes after the trigger are not visible", why = "The synchronisation waits for the end of the first kernel, not for its trigger." },
        { "Yes", right = true, why = "The trigger only lets the second kernel begin. The synchronisation waits until the first is complete." },
        { "Only if both run in different streams", why = "They must be in one stream, which makes the second depend on the first." },
      } },

    { title = "Your turn: it began early", exercise = "hunt_early" },

    { title = "What stays in the cache", code = [[
cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes);

cudaStreamAttrValue a = {};
a.accessPolicyWindow.base_ptr  = table;
a.accessPolicyWindow.num_bytes = size;
a.accessPolicyWindow.hitRatio  = 1.0f;
a.accessPolicyWindow.hitProp   = cudaAccessPropertyPersisting;
a.accessPolicyWindow.missProp  = cudaAccessPropertyStreaming;
cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &a);
]], language = "cuda",
      caption = "From 8.0 on, a part of the second-level cache can be set aside for data that many kernels use, such as a table or weights. If the window is larger than that part, use a smaller `hitRatio`, or the data evict each other. Afterwards `cudaCtxResetPersistingL2Cache()` frees the lines. Single accesses have hints: `__ldcs(p)` and `__stcs(p, v)` for data that are used once, `__ldg(p)` for data that no thread writes. All of this changes only speed, so measure." },

    { title = "Graphs that change themselves", text = [[
A graph (lesson *Streams*) replays a fixed sequence. Since CUDA 12 it can also depend on results that the device computes:

- *conditional nodes* (12.4): if and while, and since 12.8 also else and switch. A kernel sets the condition with `cudaGraphSetConditional`
- *device updates* (12.4): a kernel changes the parameters or the grid of a later node, or switches it off, with `cudaGraphKernelNodeSetParam`, `...SetGridDim` or `...SetEnabled`. The node must be created as updatable
- *device launch*: a kernel launches a whole graph

So a loop "until converged" need not return to the host after each round to check one number.
]] },

    { points = {
      "Without release and acquire, another thread may see the flag before the data.",
      "The scope must contain both the writer and the reader.",
      "A fence needs a partner, and an atomic flag between the two.",
      "`__reduce_add_sync` adds up the lanes of a mask in one instruction.",
      "Synchronize a cluster before its blocks access each other's memory, and before they end.",
      "One thread starts a bulk copy. The barrier counts the bytes, to the last one.",
      "Between a thread's stores and the copy engine's reads, use a proxy fence.",
      "Numbers of 8 and 4 bits need a scale for each group.",
    } },
  },
}
