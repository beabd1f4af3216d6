-- The terms of the lessons, each in a few sentences. A row is
--
--	{ "term", forms = { ... }, see = { ... }, rivals = { ... }, text = [[...]] }
--
-- forms: other words for the same that count as the term ("s" at the end needs no form). see: terms that belong to it.
-- rivals: words that other books use and the lessons do not, so that one thing has one name. `K` on a page of the workbook
-- lists the page's terms. tests/content/glossary.sh holds that every term occurs in a lesson, and no rival.
return { terms = {

{ "acquire", see = { "release", "scope", "fence" },
  text = [[A load with acquire comes before everything that its thread does later. If it sees a value stored with release, it sees all that
the storing thread had done before.]] },

{ "all-reduce", see = { "collective", "rank" },
  text = [[A collective after which every process has the sum (or maximum, ...) of the values of all processes.]] },

{ "assert", see = { "sticky error" },
  text = [[`assert(condition)` states what must be true. In a kernel a false condition stops the launch with `cudaErrorAssert`; compiled
with `-DNDEBUG`, the line does nothing.]] },

{ "atomic", forms = { "atomicAdd", "atomic operation" }, see = { "data race", "histogram" },
  text = [[A read, a change and a write of one memory location that no other thread can come between: `atomicAdd(&x, 1)`. Atomics
on one location happen one after the other, which takes time when many threads want the same one.]] },

{ "attention", see = { "softmax", "KV cache" },
  text = [[How the tokens of a language model look at each other: the products of one token's query with the keys of the others become
shares, by softmax, and the result is the mean of the values with these shares as weights.]] },

{ "ballot", see = { "vote", "mask" },
  text = [[`__ballot_sync(mask, p)` gives every lane of a warp one number with a bit for each lane: set where `p` is true.]] },

{ "bank", see = { "bank conflict", "shared memory" },
  text = [[Shared memory consists of 32 banks. The word of 4 bytes with number w is in bank w % 32, and each bank serves one word at a
time.]] },

{ "bank conflict", see = { "bank", "pass" },
  text = [[Lanes of a warp want different words of one bank. The bank serves them one after the other, so the access takes as many
passes as the fullest bank has words.]] },

{ "barrier", forms = { "__syncthreads" }, see = { "data race", "divergent" },
  text = [[A place where the threads of a block wait until all of them have arrived: `__syncthreads()`. What they wrote before it, the
others can read after it. Every thread of the block must reach the same barrier.]] },

{ "batch", forms = { "batches" }, see = { "gradient" },
  text = [[Several examples that go through a network at once, one in each row. A weight that was loaded is used for all of them.]] },

{ "batched", see = { "launch" },
  text = [[A batched call of a library computes many small problems at once, such as 1000 products of small matrices. One by one they
would leave most of the GPU idle.]] },

{ "block", rivals = { "threadblock", "workgroup", "work-group", "CTA" }, see = { "grid", "thread", "shared memory" },
  text = [[Up to 1024 threads that run on one multiprocessor, share its shared memory and can wait for each other. Blocks of a grid are
independent of each other: they run in any order.]] },

{ "coalesced", forms = { "coalesce", "coalescing" }, rivals = { "uncoalesced", "non-coalesced" }, see = { "sector", "warp" },
  text = [[An access in which the lanes of a warp use neighbouring elements, so that few sectors hold them all.]] },

{ "collective", see = { "all-reduce", "rank" },
  text = [[An exchange of data among all processes of a job, such as a broadcast or an all-reduce. All of them must call it.]] },

{ "constant memory", forms = { "__constant__" },
  text = [[A small memory (64 KB) that kernels can only read. It is fast when all lanes of a warp read the same element.]] },

{ "CSR", forms = { "sparse", "compressed sparse rows" }, see = { "gather", "load balance" },
  text = [[A way to store a sparse matrix, most of whose elements are 0: the values that are not, row after row, the column of each, and
an array of offsets that says where each row begins.]] },

{ "current device", forms = { "cudaSetDevice" }, see = { "device", "rank" },
  text = [[The device that a thread of the host has chosen with `cudaSetDevice`: it allocates memory and launches kernels there. At first it is
device 0.]] },

{ "data race", forms = { "race" }, rivals = { "race condition" }, see = { "atomic", "barrier" },
  text = [[Two threads access one memory location, at least one of them writes, and nothing puts the two accesses in order. The result
depends on luck, even if it was right so far.]] },

{ "deadlock", see = { "barrier" },
  text = [[Threads that wait for each other, or for something that never happens: none of them goes on.]] },

{ "default stream", rivals = { "NULL stream" }, see = { "stream" },
  text = [[The stream of all work that names no stream. It waits for the work of the other streams, and they wait for its work, unless a stream
was made with `cudaStreamNonBlocking`.]] },

{ "device", see = { "host" },
  text = [[The GPU with its memory. A kernel runs on the device; a pointer into its memory means nothing on the host.]] },

{ "distributed shared memory", see = { "shared memory" },
  text = [[The shared memory of all blocks of a cluster together: each of its threads can read and write it, at an address that
`map_shared_rank` gives. It needs compute capability 9.0.]] },

{ "divergent", forms = { "diverge", "diverges", "divergence" }, see = { "warp", "lane" },
  text = [[Lanes of one warp take different ways through the code. The warp goes each of these ways, with the other lanes
inactive.]] },

{ "event", see = { "stream" },
  text = [[A mark in a stream. The host or another stream can wait until the work before it is done, and the time between two events
can be measured.]] },

{ "exclusive scan", see = { "scan" },
  text = [[The scan in which element i is the sum of the elements before i, without element i itself.]] },

{ "fence", forms = { "__threadfence" }, see = { "data race", "barrier" },
  text = [[`__threadfence()`: other threads see what this thread wrote before the fence earlier than what it writes after it. No thread
waits at a fence.]] },

{ "frontier", see = { "atomic", "load balance" },
  text = [[The vertices of a graph that a breadth-first search reached in its last step. The next step looks at the edges that leave
them.]] },

{ "fused multiply-add", forms = { "FMA", "fma" }, see = { "rounding" },
  text = [[a * b + c in one instruction that rounds once, at the end.]] },

{ "fusing", forms = { "fuse", "fused" }, see = { "kernel", "register" },
  text = [[Doing in one kernel what several did, one after the other: what is between them stays in registers, and is neither stored nor
loaded.]] },

{ "gather", forms = { "scatter" }, see = { "sector", "coalesced" },
  text = [[A load whose index comes from memory: `k = col[i]`, then `x[k]`. The lanes of a warp may want 32 locations anywhere, so that up
to 32 sectors move. A store of this kind is a scatter.]] },

{ "global memory", see = { "sector", "device" },
  text = [[The device's large memory, which all threads reach and which keeps its content between kernels. It is what `cudaMalloc`
gives.]] },

{ "gradient", see = { "batch" },
  text = [[How much the loss of a network grows if a number grows a little: one for each weight, and for each number between the layers.]] },

{ "graph", forms = { "CUDA graph" }, see = { "stream" },
  text = [[Kernels and copies with their order, recorded once and launched as a whole: less work for the host than one call for
each. If a text mentions vertices, the word has its older meaning: vertices, and edges between them.]] },

{ "grid", see = { "block", "launch" },
  text = [[All blocks of one launch, in one, two or three dimensions: `gridDim` says how many there are, `blockIdx` which one this
is.]] },

{ "grid-stride loop", see = { "grid", "stride" },
  text = [[A loop in which a thread takes one element, then the one a whole grid further, and so on. It is right for any number of
elements and of threads.]] },

{ "guard", see = { "thread" },
  text = [[The condition that keeps threads without an element from accessing one: `if (i < n)`.]] },

{ "halo", see = { "tile", "stencil" },
  text = [[The elements around a tile that its own results need, and that belong to the neighbouring tiles.]] },

{ "handle", see = { "stream" },
  text = [[What a library remembers between calls: its stream, its modes, its workspace. `cublasCreate` makes one, most calls take it as
their first argument, and `cublasDestroy` ends it.]] },

{ "hash table", forms = { "hash" }, see = { "atomic" },
  text = [[An array of slots in which a key's slot follows from its bits. If another key has the slot, the next one is tried (open
addressing). `atomicCAS` looks and takes a slot in one step.]] },

{ "heisenbug", see = { "data race" },
  text = [[A mistake that goes away when you look for it: with a `printf`, in a debugger, without optimisation. It depends on the order in which
things happen, or on what happens to be in memory.]] },

{ "histogram", see = { "atomic" },
  text = [[How often each value occurs: one counter for each, which many threads add to.]] },

{ "host", see = { "device" },
  text = [[The processor that starts kernels, with its memory; also the code that runs there.]] },

{ "kernel", rivals = { "kernel function", "shader" }, see = { "launch", "thread" },
  text = [[A function that the host starts and that many threads of the device run: `__global__ void f(...)`.]] },

{ "KV cache", see = { "attention" },
  text = [[The keys and values of all tokens so far, kept in device memory: while a language model writes, those of the older tokens do not
change.]] },

{ "lane", rivals = { "work-item" }, see = { "warp" },
  text = [[A thread's position in its warp, 0 to 31.]] },

{ "latency", see = { "throughput", "warp" },
  text = [[The time from the start of an access, or of a call, to its end. A GPU has other warps work meanwhile.]] },

{ "launch", see = { "kernel", "grid" },
  text = [[The start of a kernel with its numbers of blocks and threads: `f<<<blocks, threads>>>(...)`. The host does not wait for its
end.]] },

{ "leading dimension", forms = { "leading dimensions" }, see = { "pitch", "stride" },
  text = [[How far apart in memory two neighbouring rows of a matrix are, or columns if it is stored by columns. In a matrix that is part
of a larger one, it is that of the larger one.]] },

{ "litmus test", see = { "acquire", "release" },
  text = [[A program of a few loads and stores in several threads, with a question: which results may come out? Memory models are explained, and
hardware is examined, with such tests.]] },

{ "load balance", see = { "warp", "divergent", "merge path" },
  text = [[How equally the work is shared among threads, warps and blocks. A kernel takes as long as the thread, warp or block with the most work.]] },

{ "lock", see = { "atomic", "deadlock" },
  text = [[A word of memory that a thread sets, with an atomic, before it uses data that no other thread may use in the meantime, and
resets afterwards.]] },

{ "managed memory", rivals = { "unified memory" }, forms = { "cudaMallocManaged" }, see = { "host", "device" },
  text = [[Memory with one address for host and device. Its pages move to the side that uses them.]] },

{ "mask", see = { "shuffle", "warp" },
  text = [[A number with a bit for each lane of a warp: the lanes that take part in a shuffle, a vote or `__syncwarp`. All of them must
execute it.]] },

{ "mbarrier", see = { "barrier", "shared memory" },
  text = [[A barrier in shared memory that counts arrivals and bytes. A phase of it is over when all arrivals and all announced bytes have
come. Threads wait for the end of a phase by its parity.]] },

{ "merge path", see = { "load balance" },
  text = [[A way to merge two sorted arrays in equal parts: a binary search along a diagonal finds how many of the first d outputs come
from each array.]] },

{ "multiprocessor", forms = { "streaming multiprocessor", "SM" }, rivals = { "compute unit" }, see = { "block", "warp" },
  text = [[The part of a GPU that runs blocks: it has arithmetic units, registers and shared memory, and switches between many warps.
An H200 has 132.]] },

{ "NaN", see = { "rounding" },
  text = [["Not a number", the result of 0.0 / 0.0. It equals nothing, not even itself, and whatever is computed with it is NaN.]] },

{ "pageable", see = { "pinned memory" },
  text = [[Ordinary memory of the host, which the system may move. Copies from and to it make the host wait, and do not
overlap.]] },

{ "pass", see = { "bank conflict" },
  text = [[One turn of the banks of shared memory. An access without bank conflicts takes one pass.]] },

{ "peer access", see = { "current device", "device" },
  text = [[Kernels of one device may use the memory of another, its peer. It is enabled in one direction, by
`cudaDeviceEnablePeerAccess`.]] },

{ "pinned memory", forms = { "pinned", "cudaMallocHost" }, see = { "pageable", "stream" },
  text = [[Memory of the host that the system does not move, so that the device copies it by itself while host and kernels work.]] },

{ "pitch", see = { "sector" },
  text = [[The bytes from the start of one row of a two-dimensional array to the start of the next: at least as many as a row has, and more if
each row has to begin at an aligned address.]] },

{ "radix sort", forms = { "radix" }, see = { "stable", "scan", "histogram" },
  text = [[A sort by digits, from the lowest to the highest: each pass counts digits, scans the counts and moves each key to its place.
It compares no keys.]] },

{ "rank", see = { "collective", "current device" },
  text = [[The number of a process in a job of many. Its number on its own node is the local rank.]] },

{ "reduction", see = { "scan", "shuffle" },
  text = [[Many values become one: their sum, their largest. Partial results are combined in rounds, half as many in each.]] },

{ "register", see = { "thread", "multiprocessor" },
  text = [[Where a thread keeps the values that it works on. A multiprocessor has 65536 of them for all its threads.]] },

{ "release", see = { "acquire", "scope", "fence" },
  text = [[A store with release comes after everything that its thread has done or seen. Whoever acquires the stored value sees all
that.]] },

{ "request", see = { "sector" },
  text = [[One instruction of a warp that reads or writes memory, for all its lanes together.]] },

{ "rounding", see = { "fused multiply-add" },
  text = [[What does not fit a number's bits is lost: a float keeps about 7 decimal digits. So sums in different orders differ.]] },

{ "scan", rivals = { "prefix sum" }, see = { "exclusive scan", "reduction" },
  text = [[All partial results of a sum: element i is the sum of the elements up to i.]] },

{ "scope", see = { "acquire", "release" },
  text = [[The threads for which an atomic access or a fence holds: those of the block, of the device, or of the whole system with the
host.]] },

{ "sector", see = { "coalesced", "request" },
  text = [[32 neighbouring bytes of global memory, which move as a whole. A request takes as many as its lanes touch.]] },

{ "shared memory", forms = { "__shared__" }, rivals = { "scratchpad", "local store" }, see = { "bank", "barrier" },
  text = [[A small fast memory for each block, on its multiprocessor. Its content ends with the block.]] },

{ "shuffle", forms = { "__shfl_sync", "__shfl_down_sync", "__shfl_up_sync", "__shfl_xor_sync" }, see = { "warp", "mask" },
  text = [[A lane reads a register of another lane of its warp, without memory: `__shfl_down_sync(mask, x, 16)`.]] },

{ "softmax", see = { "reduction", "attention" },
  text = [[Scores become positive numbers with the sum 1: `exp(x - max)`, divided by the sum of all of these. Subtracting the largest
score keeps the exponentials from overflowing.]] },

{ "stable", see = { "radix sort" },
  text = [[A sort, or a pass of one, is stable if elements with equal keys keep their order.]] },

{ "stencil", see = { "halo", "tile" },
  text = [[Each element's new value comes from the old ones around it, always in the same pattern.]] },

{ "sticky error", see = { "assert" },
  text = [[An error of a kernel, such as an out-of-bounds access, after which every call of the CUDA runtime returns the same error until
the process ends. A launch that could not start leaves none.]] },

{ "stream", see = { "default stream", "event" },
  text = [[A queue of kernels and copies that run one after the other. Work of different streams may overlap.]] },

{ "stride", see = { "coalesced", "grid-stride loop" },
  text = [[The distance, in elements, between one access and the next.]] },

{ "tensor core", see = { "tile" },
  text = [[A unit that multiplies small matrices as a whole, in half precision and similar formats.]] },

{ "TF32", see = { "tensor core", "rounding" },
  text = [[A format to which tensor cores round floats before they multiply: it keeps the exponent, and 11 of the 24 bits of precision,
about three digits.]] },

{ "thread", see = { "block", "warp" },
  text = [[One run through a kernel, with registers and an index of its own.]] },

{ "throughput", see = { "latency" },
  text = [[How much gets done in a second: bytes moved, products computed, kernels launched.]] },

{ "tile", see = { "shared memory", "halo" },
  text = [[A part of an array that a block takes into shared memory, so that each element comes from global memory once and is used
often.]] },

{ "vote", see = { "ballot", "mask" },
  text = [[Each lane of a warp tests a condition, and all lanes learn the results: `__any_sync`, `__all_sync`, `__ballot_sync`.]] },

{ "warp", rivals = { "wavefront", "subgroup" }, see = { "lane", "divergent" },
  text = [[32 threads of a block with neighbouring numbers that go through the code together.]] },

{ "workspace", see = { "handle" },
  text = [[Memory of the device that a call of a library needs only while it runs. Some libraries allocate it themselves, others ask you
for it.]] },

} }
