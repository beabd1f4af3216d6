return {
  title = "Atomics", minutes = 50,
  summary = "Let many threads update the same memory location, correctly and without waiting in line.",
  steps = {
    { title = "What this is for", text = [[
So far each thread had an output of its own. But a count, a maximum, a histogram or a list of results has memory locations that *many* threads update. In this lesson you first learn to do that correctly, and then to do it rarely.

The pages take about 50 minutes, and there are eleven exercises. They also limit how many atomics or instructions you may use, and the last one is a bug hunt.

You need shared memory and `__syncthreads()` from lesson *Shared memory*.
]] },

    { title = "What goes wrong", code = [[
*count += 1;          // one line, three steps:

int old = *count;     // 1. read
int sum = old + 1;    // 2. add
*count = sum;         // 3. write

// thread A              thread B           *count
// reads 7                                    7
//                       reads 7              7
// writes 8                                   8
//                       writes 8             8
]], language = "cuda",
      caption = "Two threads have counted, but the counter has gone up by only one. Nothing stops B from reading between A's first step and its last. This is a *data race*: two threads access one memory location at the same time, at least one of them writes, and nothing orders the two accesses.",
      pictures = {
        { of = "07_atomics/race_counter", show = "difference", case = { n = 1024, low = 0, limit = -1 }, source = [[
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit)
        *count += 1;
}
]],
          title = "1024 threads count like this on the virtual machine; the reference solution uses an atomic" },
      } },

    { title = "What *count can be", question = "1000 threads each do *count += 1 without an atomic; *count was 0. What can it be afterwards?",
      choices = {
        { "Always 1000, but more slowly",
          why = "Nothing makes the threads wait for each other, so nothing makes the sum right." },
        { "999 or 1000: at worst one count gets lost",
          why = "Of all threads that read the same old value, only one leaves its count; the counts of the others are lost." },
        { "Anything from 1 to 1000, and a different number next time", right = true,
          why = "If all threads read 0 before any of them writes, they all write 1. Often a whole warp reads at once, so very few counts are left." },
        { "0: the writes cancel each other out",
          why = "Each write stores at least 1. You cannot know which write is the last, but none of them stores 0." },
      } },

    { title = "One step instead of three", text = [[
An *atomic* function reads, computes and writes in one step. No other atomic on the same location can come in between:

`atomicAdd(count, 1);`

The first argument is an *address*, in global or in shared memory. The function returns the *old* value, from before the addition. You may ignore it, but half of this lesson depends on it.

The hardware executes the step near the memory. For global memory, that is in the L2 cache, which all multiprocessors share; for shared memory, in the multiprocessor itself. So an atomic on shared memory has a shorter way to go.
]] },

    { title = "The values that atomicAdd returns", question = "*count is 5, and three threads each call atomicAdd(count, 1). Which values do they get back?",
      choices = {
        { "5, 5 and 5", why = "Then they would all have read before any of them wrote. That is the race that atomics prevent." },
        { "6, 7 and 8, in any order", why = "These are the new values. The function returns the old ones." },
        { "5, 6 and 7; you cannot know which thread gets which", right = true,
          why = "They come one after the other, and each gets what the one before it has left. No two threads get the same number: that is the useful part." },
        { "8, 8 and 8", why = "8 is the value at the end. Each thread gets the value it found." },
      } },

    { title = "Your turn: count", exercise = "race_counter" },

    { title = "All atomic functions", text = [[
If the location holds `old` and you pass `v`, each function stores this:

- `atomicAdd`: old + v; `atomicSub`: old - v
- `atomicMin`, `atomicMax`: the smaller or the larger of old and v
- `atomicAnd`, `atomicOr`, `atomicXor`: old & v, old | v, old ^ v
- `atomicExch`: v, whatever old is
- `atomicInc`: 0 if old >= v, else old + 1
- `atomicDec`: v if old is 0 or above v, else old - 1
- `atomicCAS(address, expected, new)`: new if old equals expected; otherwise nothing changes

All of them return `old`. The next page lists the types.
]] },

    { title = "For which types", text = [[
All functions but Inc and Dec work on `int` and `unsigned int`. In addition:

- Add: `unsigned long long`, `float`, `double`, and the 16-bit `__half`, `__nv_bfloat16`. From compute capability 9.0 (H100, H200) on also `float2` and `float4` in global memory, where each component is a separate atomic
- Sub: no others; add the negative
- Min, Max, And, Or, Xor: `long long`, `unsigned long long`
- Exch: `unsigned long long`, `float`; from 9.0 on also 128-bit types
- Inc, Dec: `unsigned int` only
- CAS: `unsigned long long`, `unsigned short`; from 9.0 on also 128-bit types

There is no Add for `long long` and no Max for floats. For the former, cast the address to `unsigned long long *`: the bits of the sum are the same. For the latter you will write your own.
]] },

    { title = "atomicInc at its limit", question = "*p is 9. A thread calls atomicInc(p, 9). What is *p afterwards?",
      answer = 0, why = "9 >= 9, so it goes back to 0. The second argument is the largest number that it stores, so this ring has the ten numbers from 0 to 9." },

    { title = "Zero minus one", question = "*p is an unsigned int with the value 0. What is it after atomicSub(p, 1)? And after atomicDec(p, 99) instead?",
      choices = {
        { "Both leave 0", why = "Neither stops at 0. Sub wraps around to the largest 32-bit number, Dec to the number you pass." },
        { "4294967295 and 99", right = true,
          why = "Sub wraps around to the largest 32-bit number. Dec goes from 0 to the number you pass: it walks a ring backwards." },
        { "4294967295 both", why = "That is what Sub does. Dec has its second argument for exactly this case." },
        { "-1 and 98", why = "An unsigned int has no -1. And when Dec finds a 0 it stores the number you pass, 99." },
      } },

    { title = "Your turn: the largest", exercise = "atomic_max_global" },

    { title = "Atomic is not ordered", text = [[
An atomic keeps other threads from coming *in between*. It does not decide which thread comes *first*.

- *a sum of integers, a maximum, a bitwise or*: the result is the same in every order, and atomics are all you need
- *a sum of floats*: each order rounds differently, so the last digits change from run to run
- *set to 0, then count, then read*: here the order matters, and atomics do not provide it. Within a block `__syncthreads()` does; across the grid, the end of the launch does

And atomics help only if *all* accesses are atomic. If one thread adds atomically and another reads or writes the same location with a plain load or store, that is still a race. A plain `if (x > *best)` before an `atomicMax` is a common mistake of this kind.
]] },

    { title = "Two runs, two sums", question = "A kernel adds a million floats into one sum with atomicAdd. Two runs differ in the sixth digit. What is wrong?",
      choices = {
        { "There is a race: an addition got lost",
          why = "One lost addition would hardly show, it is true. But atomicAdd loses none." },
        { "Nothing: the order differs, and float addition rounds each time", right = true,
          why = "(a + b) + c and a + (b + c) may differ in the last digit, and after a million additions that shows. If you need the same digits each time, add in a fixed order, as lesson *Reductions and scans* does." },
        { "atomicAdd is less precise than +",
          why = "It rounds once, like +. (Very small numbers, called subnormal, may become 0 in global memory.)" },
      } },

    { title = "Your turn: bits", exercise = "bit_flags" },

    { title = "What contention is", text = [[
Atomics on *different* locations run at the same time. On the *same* location they run one after the other: that is their purpose. Threads that want the same location are in *contention*.

Contention has two levels. If the 32 lanes of a warp want the same location, their request takes up to 32 turns. And if thousands of warps want it, they queue up, however fast the GPU is.

So the question is not how many atomics there are, but how many want the same location at the same time. The experiment counts the turns within a warp.
]] },

    { title = "An experiment: one counter or several", experiment = "contention",
      caption = "Guess first: from how many counters on does it no longer get better? The bars show the sectors that the atomics access. Each further lane that wants the same counter accesses its sector once more. The counts do not show how warps wait for each other; the times on a GPU do." },

    { title = "Why 8 counters are enough", question = "Why are 8 counters as good as 1024 in the experiment?",
      choices = {
        { "The GPU works on 8 atomics at a time",
          why = "The counts here have no such limit." },
        { "8 counters fill one sector, and four lanes want each counter, which makes 4 turns. With 32 counters no lane waits, but the counters are in 4 sectors, which makes 4 again", right = true,
          why = "There are fewer lanes per location, but more locations, and within a warp the two cancel out. Between warps they do not: there the queue is much shorter with 1024 counters than with 8." },
        { "From 8 counters on no two lanes of a warp want the same one",
          why = "There are 32 lanes and 8 counters: four lanes want each of them." },
      } },

    { title = "Fewer atomics, level by level", text = [[
Not every element needs an atomic of its own. There are three levels, each with its own memory:

- a *thread* combines several elements in a register: no atomics
- a *block* combines the results of its threads in shared memory: atomics there are fast, and at most 1024 threads queue up
- the *grid* combines the results of its blocks: one global atomic for each block

How many are left for global memory? For n = 1 000 000 numbers and 100 blocks of 256 threads: 1 000 000 atomics if each element does one, 25 600 if each thread does, 100 if each block does.
]] },

    { title = "An experiment: who does the atomic?", experiment = "maximum",
      caption = "The launch has 8 blocks of 8 warps. The bars count requests, one for a whole warp. Guess first: which bars grow with n, and which depend only on the launch?" },

    { title = "One atomic for each block", question = "Does the kernel with one atomic for each block need an atomic in global memory at all? Thread 0 of each block is the only one that writes.",
      choices = {
        { "No: within its block it is alone",
          why = "Within its block, yes. But each block has a thread 0, and they all update the same location." },
        { "Yes: thread 0 of every block updates the same location", right = true,
          why = "Blocks run at the same time. Without the atomic the kernel is right only for a grid of one block, which is how this mistake gets through tests." },
        { "No, if __syncthreads() comes before it",
          why = "A barrier orders the threads of one block. It has no effect on other blocks." },
      } },

    { title = "Your turn: one atomic for a block", exercise = "atomic_max_shared" },

    { title = "Privatise", text = [[
A histogram counts how often each value occurs. Its atomics are spread over all bins, so there is less contention. But if one value is very common, many threads want the same bin.

The same remedy helps: each block has *private* bins in shared memory, and adds them to the global ones at the end. 256 bins of 4 bytes are 1 KB, so a block can even afford one set for each warp.

This pays off if each block counts many more elements than it adds bins at the end. With 256 bins, a block that counts only 256 elements saves nothing. So use few blocks and a grid-stride loop.
]] },

    { title = "Counting atomic additions", question = "64 blocks with private bins, 256 bins each, count 1 048 576 bytes. If each block adds all its bins, how many atomic additions go to global memory?",
      answer = 16384, why = "64 x 256: the number depends on the blocks and bins, and not on the data. Without private bins there would be 1 048 576." },

    { title = "Your turn: a histogram", exercise = "histogram" },

    { title = "The old value is a ticket", code = [[
__shared__ int length, list[256];     // length is 0
...
if (found) {
    int slot = atomicAdd(&length, 1);
    list[slot] = i;
}
]], language = "cuda",
      caption = "No two threads get the same number from atomicAdd. So the thread owns list[slot], and writes there without an atomic. This is how threads append to a common list, distribute work, or take a number in a queue. The order of the list differs from run to run." },

    { title = "atomicAdd, then length - 1", question = "Why not atomicAdd(&length, 1); list[length - 1] = i; ?",
      choices = {
        { "It is the same, but in two statements",
          why = "It would be in a program with one thread." },
        { "Between the two statements other threads increase length, so several threads write to the same element, and other elements stay empty", right = true,
          why = "Each statement is fine by itself. But together they are two steps, and your number is the one that atomicAdd returned." },
        { "Because length is in shared memory",
          why = "In global memory it is just as wrong." },
      } },

    { title = "Your turn: a list", exercise = "append" },

    { title = "Your turn: a ring", exercise = "ring_ticket" },

    { title = "Compare and swap", code = [[
__device__ void atomic_multiply(unsigned int *p, unsigned int v)
{
    unsigned int old = atomicAdd(p, 0), seen;
    while ((seen = atomicCAS(p, old, old * v)) != old)
        old = seen;
}
]], language = "cuda",
      caption = "Read the value, compute the new one, and store it if no other thread was faster; otherwise start again with the value that is there now. This loop makes any change of 4 or 8 bytes atomic. In every round one thread succeeds, so there is always progress; but under contention most of the computation is thrown away. Many programs begin with a plain `old = *p`, as NVIDIA's example does. The swap catches an outdated value, so the checker accepts it. But the language promises nothing about a plain load that meets other threads' swaps: read with an atomic, or through a pointer to volatile." },

    { title = "Who wins the first round", question = "Of 32 lanes that all run this loop on the same location, how many succeed in the first round?",
      answer = 1, why = "All have seen the same old value. The first swap changes it, and the other 31 lanes find a different value (unless v is 1). In the worst case it takes 32 rounds until all have succeeded." },

    { title = "Your turn: an atomic for floats", exercise = "float_max_cas" },

    { title = "A condition that replaces NaN", question = "Measured data often mark a missing value with NaN, \"not a number\". *best is NaN, and v is 3. Which condition lets v replace it?",
      choices = {
        { "v > *best", why = "An ordered comparison with a NaN is always false, and so is this one. The NaN would stay forever." },
        { "*best == NAN || v > *best", why = "A NaN is equal to nothing, not even to itself: `NAN == NAN` is false. Use isnan(), or `b != b`." },
        { "!(*best >= v)", right = true,
          why = "The comparison inside is false, so the condition is true. For numbers it means the same as v > *best. But it is also true if v is NaN, so test that first." },
      } },

    { title = "Your turn: missing values", exercise = "float_nanmax" },

    { title = "Locks, and why not", text = [[
If more bytes have to change together than one atomic can change, a *lock* is the last resort. It is an int: a thread swaps a 1 into it, and if it gets a 0 back, it holds the lock and no other thread does.

That is the problem: the thread is alone. An H200 can hold 270 000 threads at once, and a lock lets one of them work. And there is more:

- all others keep trying, and their requests slow down the one that holds the lock
- two locks taken in different orders: each thread waits for the other forever
- lanes of *one warp* that want the lock: before Volta (2017) the waiting lanes could keep the holder from ever continuing. Since then they take turns, lane after lane
- an atomic on the lock does not order other memory accesses: that takes a `__threadfence()` after locking and before unlocking

Look for another way first: one 64-bit atomic for two numbers, private copies, or a second launch.
]] },

    { title = "A maximum and its index", question = "You want the maximum and its index. Both are 32 bits. What is better than a lock?",
      choices = {
        { "Two atomics, one after the other",
          why = "Another thread can come in between: then you have its maximum, and your index." },
        { "One unsigned long long, with the value in the upper half and the index in the lower half, and atomicMax", right = true,
          why = "A larger value makes a larger number, and the two halves can only change together. (With n - index in the lower half, the smallest index wins among equal values. For signed values flip the top bit first.)" },
        { "__syncthreads() between the two",
          why = "It does not make other blocks wait." },
      } },

    { title = "Your turn: a lock, once", exercise = "spin_lock" },

    { title = "Coming from Python: Numba, CuPy", experiment = "numba",
      caption = "Numba's atomics take an array and an index where CUDA takes an address. They return the old value, too. `cuda.atomic.max` also takes floats (`nanmax` and `nanmin` skip NaN), and `compare_and_swap(a, old, new)` works on `a[0]`. `counter[0] += 1` in a kernel is the same race as in C: Python's global interpreter lock has no effect on a GPU. In CuPy and JAX, x.max(), bincount or segment sums do all this for you. On one H200 the maximum of 2^26 floats took 0.69 ms in Numba with simple global atomics, 0.47 ms in Numba with shared memory first, and 0.082 ms in CuPy. `atomic_max_global`, `atomic_max_shared`, `float_nanmax` and `histogram` can be solved in Python (`L` on their pages)." },

    { title = "Hunting races", text = [[
A race does not always show. That depends on which warp is a little faster today: a `printf`, another GPU or a larger grid can make the wrong result appear or disappear. A right answer proves nothing.

So look at the code, not at the result. For each memory location that more than one thread accesses, ask:

- does any thread write there? If not, all is well
- are *all* accesses during that time atomic? Then all is well, if the order does not matter
- if not, what orders the plain access before or after the others? Within a block it can be a barrier, between blocks the end of the launch

The checker of `warpbook` does this for every byte. It names the two accesses that nothing orders, even if the result was right.
]] },

    { title = "Your turn: the hunt", exercise = "hunt_race" },

    { points = {
      "x += 1 on a shared variable is read, add, write: a race. An atomic makes it one step.",
      "Atomics return the old value. With atomicAdd, no two threads get the same number.",
      "Add, Sub, Min, Max, And, Or, Xor, Exch, Inc, Dec; CAS for everything else.",
      "Atomic is not ordered: barriers order a block, the end of the launch orders the grid.",
      "All accesses must be atomic; a plain read that meets another thread's atomic is a race.",
      "Atomics on the same location queue up. Combine in registers first, then in shared memory, then with one global atomic for each block.",
      "A lock lets one thread work where thousands could. Look for another way.",
    } },
  },
}
