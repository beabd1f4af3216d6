return {
  title = "Hopper and later", minutes = 50,
  summary = "Memory order and scopes, clusters of blocks, copies that count bytes, small floats.",
  steps = {
    { title = "What this is for", text = [[
The course so far holds for every GPU of the last ten years. This lesson is about what came later, mostly with Hopper (H100, H200; compute capability 9.0), and about a question that is older, and that later hardware makes pressing: *when does one thread see what another has written?*

- memory order and scopes, with `cuda::atomic_ref`
- one instruction that adds up a warp
- clusters: blocks that read each other's shared memory
- copies that one thread starts, and barriers that count their bytes
- in outline: the tensor cores' own way, floats of 8 and 4 bits, launches that overlap

You need atomics (lesson 07), warps (08) and asynchronous copies (13). The virtual machine has nearly all of this, so every exercise runs without a GPU.
]] },

    -- ---- memory order ----
    { title = "Two stores, two loads", code = [[
// data and flag are 0 at the beginning

// block 0              // block 1
data = 42;              int f = flag;
flag = 1;               int d = data;
]], language = "cuda",
      caption = "If block 1 finds the flag set, is `d` 42? Not necessarily. The two stores may become visible in another order than written: they travel to different parts of the second-level cache. The two loads may be swapped, or the second may be served by the first-level cache, which holds an old value. And the compiler, too, may reorder plain accesses. Such a small program with a question at its end is called a *litmus test*; this one is *message passing*." },

    { title = "Message passing", question = "In the test above, how many of the four pairs f and d, each old or new, can come out?",
      choices = {
        { "Two: (0, 0) and (1, 42)", why = "The loads of block 1 may also come between the two stores." },
        { "Three: not (1, 0)", why = "(1, 0) is what one would like to exclude. Nothing in the program does." },
        { "All four", right = true, why = "(1, 0), too. Besides, the accesses are plain, so this is a data race: the program promises nothing at all." },
      } },

    { title = "What a memory model promises", text = [[
*Release* and *acquire* forbid the outcome (1, 0). A store with release comes after everything that its thread has written or seen. A load with acquire comes before everything that follows it. If the load sees the value that the store wrote, the reader sees all that the writer had done before. *Sequentially consistent* is stronger: all threads agree on one order of all such accesses. *Relaxed* promises only that the access is atomic.]],
      table = {
        { "litmus test", "outcome in question", "relaxed", "release, acquire", "seq_cst" },
        { "message passing", "flag new, data old", "allowed", "forbidden", "forbidden" },
        { "store buffering", "both write, both read old", "allowed", "allowed", "forbidden" },
        { "load buffering", "both read what is written later", "allowed", "forbidden", "forbidden" },
        { "coherence", "new, then old, of one word", "forbidden", "forbidden", "forbidden" },
      } },

    { title = "Has hardware ever done that?", text = [[
Yes. An often quoted study (Alglave and others, *GPU Concurrency*, 2015) ran thousands of litmus tests on GPUs under heavy load. With plain accesses and no fences, NVIDIA's GPUs of that time showed the outcomes of this table, the last included. They were rare, and some came only under load. A lock from a well-known textbook failed. NVIDIA then wrote down the memory model of PTX, with scopes, and later proved that C++'s orders can be compiled to it.

So "I ran it a thousand times" says little about order. The virtual machine does not try to be unlucky either. It keeps track of which accesses are ordered by a release and the look at it, and reports a race even if the values happened to be right. It does not notice a missing *acquire* after a release that was seen: that you have to know.
]] },

    { title = "Scopes", text = [[The further apart two threads are, the more it costs to make one see what the other wrote. So an order has a *scope*: the threads for which it holds. The writer and the reader must be within it, both with a scope that contains the other. Otherwise there is no order, and it is a race.]],
      table = {
        { "scope", "threads", "for example" },
        { "thread_scope_block", "of one block", "a barrier in shared memory" },
        { "thread_scope_device", "of one device", "a flag between blocks" },
        { "thread_scope_system", "of all devices and the host", "a flag in pinned memory" },
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
      caption = "An `atomic_ref` makes an ordinary int, float or pointer atomic for as long as you need it; `cuda::atomic` is a variable of its own. Both have `load`, `store`, `exchange`, `compare_exchange_strong` and `fetch_add`, `fetch_max` and so on, also for shared memory. Without a scope it is the system, without an order it is sequentially consistent: both are safe, and the slowest. Old `atomicAdd(p, 1)` is `fetch_add(1, cuda::memory_order_relaxed)` with the scope of the device." },

    { title = "The smallest scope", question = "A kernel counts events in a variable that the host reads while the kernel runs, in pinned memory. Only one block counts. Which scope does the counter need?",
      choices = {
        { "The block's: only its threads write", why = "It is about those who are to see it, too. The host is not in the block." },
        { "The device's", why = "The host is not on the device either." },
        { "The system's", right = true, why = "The reader is the host, so the scope has to contain it." },
      } },

    { title = "Your turn: more than a word", exercise = "message_passing" },

    { title = "Fences", code = [[
*data = 42;
__threadfence();                       // for the device
flag(*ready).store(1, cuda::memory_order_relaxed);

while (!flag(*ready).load(cuda::memory_order_relaxed))
    ;
__threadfence();
use(*data);
]], language = "cuda",
      caption = "A fence orders what is before it and what is after it, for accesses of any kind. It needs a partner: a fence on one side only, or one without an atomic access to the same flag on both sides, orders nothing. `__threadfence()` is `cuda::atomic_thread_fence` with seq_cst and the scope of the device, `__threadfence_block()` and `__threadfence_system()` are the others. `volatile` makes the compiler leave an access where it is, and says nothing to other threads. `__syncthreads()` is a release and an acquire for the threads of its block." },

    { title = "Your turn: ordered, but for whom?", exercise = "hunt_scope" },

    { title = "Your turn: one atomic for many", exercise = "sum_by_key" },

    { title = "Your turn: eight blocks", exercise = "cluster_bins" },

    { title = "Your turn: tiles in bulk", exercise = "bulk_rows" },

    { points = {
      "Without release and acquire another thread may see the flag before the data.",
      "Writer and reader must be within the scope.",
      "A fence needs a partner, and an atomic flag between the two.",
    } },
  },
}
