return {
  title = "Atomics", minutes = 40,
  summary = "Let many threads change one place, rightly and without queueing.",
  steps = {
    { title = "What this is for", text = [[
So far each thread had an output of its own. But a count, a maximum, a histogram, a list of what was found have *one* place that many threads change. This lesson is about doing that rightly, and then about doing it seldom.

It takes about 40 minutes without the exercises. There are ten of them: in three it is counted how you get there, and the last one is a hunt.

You need shared memory and `__syncthreads()` from lesson 05.
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
      caption = "Two threads have counted, and the counter went up by one. Nothing stops B from reading between A's first step and its last. This is a *data race*: two threads use one place at the same time, at least one of them writes, and nothing puts them in order." },

    { question = "1000 threads each do *count += 1 without an atomic; *count was 0. What can it be afterwards?",
      choices = {
        { "Always 1000, only more slowly",
          why = "Nothing makes the threads wait for each other, so nothing makes the sum right." },
        { "999 or 1000: at worst one count gets lost",
          why = "Every group of threads that reads the same old value loses all counts but one." },
        { "Anything from 1 to 1000, and another number next time", right = true,
          why = "If all read 0 before any of them writes, all write 1. Often a whole warp reads at once, so very few counts are left." },
        { "0: the writes cancel each other out",
          why = "Each write stores at least 1. Which write is the last one is open, but none stores 0." },
      } },

    { title = "One step instead of three", text = [[
An *atomic* function reads, computes and writes in one step, in which no other atomic on the same place can come between:

`atomicAdd(count, 1);`

The first argument is an *address*, in global or in shared memory. The value returned is the *old* one, from before the addition. It costs nothing to ignore it, and half of this lesson lives from using it.

The step is done where the memory is: for global memory in the second-level cache, which all multiprocessors share; for shared memory in the multiprocessor itself. So atomics in shared memory are the nearer ones.
]] },

    { question = "*count is 5, and three threads each call atomicAdd(count, 1). Which values are returned to them?",
      choices = {
        { "5, 5 and 5", why = "Then they would all have read before any of them wrote: the race that atomics prevent." },
        { "6, 7 and 8, in any order", why = "These are the new values. The old ones are returned." },
        { "5, 6 and 7; which thread gets which is open", right = true,
          why = "One after the other, each sees what the one before has left. That nobody else gets the same number is the useful part." },
        { "8, 8 and 8", why = "8 is what stands there at the end. Each thread gets what was there when it came." },
      } },

    { title = "Your turn: count", exercise = "race_counter" },

    { title = "All of them", text = [[
What each stores, when `old` is there and `v` is given:

- `atomicAdd` old + v; `atomicSub` old - v
- `atomicMin`, `atomicMax` the smaller or larger one of old and v
- `atomicAnd`, `atomicOr`, `atomicXor` old & v, old | v, old ^ v
- `atomicExch` v, whatever was there
- `atomicInc` 0 if old >= v, else old + 1
- `atomicDec` v if old is 0 or above v, else old - 1
- `atomicCAS(address, expected, new)` new if old equals expected; else nothing changes

All of them return `old`. The next page tells for which types.
]] },

    { title = "For which types", text = [[
*All* but Inc and Dec: `int` and `unsigned int`. Beside these:

- Add: `unsigned long long`, `float`, `double`, and the 16-bit `__half`, `__nv_bfloat16`
- Sub: no others; add the negative
- Min, Max, And, Or, Xor: `long long`, `unsigned long long`
- Exch: `unsigned long long`, `float`
- Inc, Dec: `unsigned int` only
- CAS: `unsigned long long`, `unsigned short`

There is no Max for floats and no Add for `long long`. For the second, take the address for one of an `unsigned long long`: the bits of a sum are the same. For the first you will write your own.
]] },

    { question = "*p is 9. A thread calls atomicInc(p, 9). What is *p afterwards?",
      answer = 0, why = "9 >= 9, so it goes back to 0. The second argument is the largest number that is stored, so this ring has the ten numbers from 0 to 9." },

    { question = "*p is an unsigned int and 0. What is it after atomicSub(p, 1)? And after atomicDec(p, 99) instead?",
      choices = {
        { "Both leave 0", why = "Neither stops at 0. The one wraps at 32 bits, the other where you say." },
        { "4294967295 and 99", right = true,
          why = "Sub wraps around all 32 bits. Dec goes from 0 to the number given: a ring that is walked backwards." },
        { "4294967295 both", why = "That is what Sub does. Dec has its second argument for this very case." },
        { "-1 and 98", why = "An unsigned int has no -1. And Dec stores the given number itself, 99, when it finds a 0." },
      } },

    { title = "Your turn: the largest", exercise = "atomic_max_global" },

    { title = "Atomic is not ordered", text = [[
An atomic keeps others from coming *between*. It does not say who comes *first*.

- *a sum of whole numbers, a maximum, or*: the result is the same in every order. Atomics are all you need
- *a sum of floats*: each order rounds in another way, so the last digits change from run to run
- *"set to 0, then count, then read"*: here the order matters, and atomics do not give it. Within a block, `__syncthreads()` does; for the whole grid, the end of the launch does

And they help only if *all* take part. If one thread adds atomically and another one reads or writes the same place with a plain load or store, that is a race as before. A plain `if (x > *best)` in front of an `atomicMax` is a frequent one.
]] },

    { question = "A kernel adds a million floats into one sum with atomicAdd. Two runs differ in the sixth digit. What is wrong?",
      choices = {
        { "There is a race: an addition got lost",
          why = "A lost addition of a float of the same size would hardly be seen, true; but atomicAdd loses none." },
        { "Nothing: the order differs, and float addition rounds each time", right = true,
          why = "(a + b) + c and a + (b + c) may differ in the last digit, and after a million additions it shows. Who needs the same digits each time adds in a fixed order: lesson 08 does." },
        { "atomicAdd is less precise than +",
          why = "It rounds once, like +. (Very small numbers, called subnormal, may become 0 in global memory.)" },
      } },

    { title = "Your turn: bits", exercise = "bit_flags" },

    { title = "What contention is", text = [[
Atomics on *different* places run side by side. On the *same* place they come one after the other: that is the whole point of them. Threads that want the same place are in *contention*.

It happens twice. The 32 lanes of a warp can want the same place: then the one request takes up to 32 turns. And thousands of warps can want it: then they queue up, however fast the GPU is.

So the question is not "how many atomics?" but "how many on the same place, at the same time?" The experiment counts the turns of the first kind.
]] },

    { title = "An experiment: one counter or several", experiment = "contention",
      caption = "Guess first: from how many counters on does it not get any better? Shown are the sectors that the atomics touch; a sector is touched again for each further lane that wants the same counter. Warps that wait for each other are not in these counts; on a GPU the times show them." },

    { question = "Why are 8 counters as good as 1024 in the experiment?",
      choices = {
        { "The GPU works on 8 atomics at a time",
          why = "There is no such limit in what is counted here." },
        { "8 counters fill one sector, which four lanes each ask for in turn: 4. With 32 counters no lane waits, but they lie in 4 sectors: 4 again", right = true,
          why = "Fewer lanes in one place, more places to go to: within a warp it comes to the same. Between warps it does not: there 1024 counters are a much shorter queue than 8." },
        { "From 8 counters on no two lanes of a warp want the same one",
          why = "32 lanes and 8 counters: four lanes want each of them." },
      } },

    { title = "Fewer atomics: one level at a time", text = [[
Nobody says that each element needs an atomic of its own. Three levels, each with a memory of its own:

- a *thread* works off several elements in a register: no atomics
- a *block* puts together what its threads have, in shared memory: atomics that are near, with at most 1024 threads in the queue
- the *grid* puts together what the blocks have: one global atomic for each block

How much is left for global memory? For n = 1 000 000 numbers, 100 blocks of 256 threads: 1 000 000 atomics if each element does one, 25 600 if each thread does, 100 if each block does.
]] },

    { title = "An experiment: who does the atomic?", experiment = "maximum",
      caption = "8 blocks of 8 warps; the bars are requests, one for a whole warp. Guess first: which of the bars grow with n, and which depend on the launch alone?" },

    { question = "Does the kernel with one atomic for each block need an atomic in global memory at all? Thread 0 of each block is the only one that writes.",
      choices = {
        { "No: within its block it is alone",
          why = "Within its block, yes. But each block has a thread 0, and they all change the same place." },
        { "Yes: thread 0 of every block changes the same place", right = true,
          why = "Blocks run at the same time. Without the atomic it would be right for a grid of one block only, which is how this mistake gets through tests." },
        { "No, if __syncthreads() stands in front of it",
          why = "A barrier puts the threads of one block in order. Other blocks do not know of it." },
      } },

    { title = "Your turn: one atomic for a block", exercise = "atomic_max_shared" },

    { title = "Privatise", text = [[
A histogram counts how often each value occurs. Its atomics are spread over all bins, so there is less contention; but if the data have a favourite value, there is one bin that everybody wants.

The same cure: each block has *private* bins in shared memory, and adds them to the global ones at the end. 256 bins of 4 bytes are 1 KB, so a block can even afford a set for each warp.

It pays if each block counts much more than it adds at the end. 256 elements for a block with 256 bins: nothing is won. So few blocks and a loop over the grid.
]] },

    { question = "64 blocks with private bins, 256 bins each, count 1 048 576 bytes. How many atomic additions of a single bin go to global memory, if all bins are added?",
      answer = 16384, why = "64 x 256: it depends on the blocks and bins, and not on the data. Without private bins there would be 1 048 576." },

    { title = "Your turn: a histogram", exercise = "histogram" },

    { title = "The old value is a ticket", code = [[
__shared__ int length, list[256];     // length is 0
...
if (found) {
    int place = atomicAdd(&length, 1);
    list[place] = i;
}
]], language = "cuda",
      caption = "What atomicAdd returns, nobody else gets. So the thread owns list[place], and writes there without an atomic. This is how threads append to a common list, hand out work, or take a number in a queue. The order of the list is another one in each run." },

    { question = "Why not atomicAdd(&length, 1); list[length - 1] = i; ?",
      choices = {
        { "It is the same, only in two lines",
          why = "It would be in a program with one thread." },
        { "Between the two lines other threads move length on, so several write to the same place and others stay empty", right = true,
          why = "Each line is fine by itself. Together they are two steps, and the number that belongs to you is the one that was returned." },
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
      caption = "Look, compute, and store if nobody was faster; else again, with what is there now. With this loop any change of 4 or 8 bytes becomes atomic. Somebody always succeeds, so the whole goes on; but under contention most of the computing is thrown away. Many programs begin with a plain `old = *p`. The swap would catch an outdated value, but beside the others' swaps such a load is a race: look with an atomic, or through a pointer to volatile." },

    { question = "Of 32 lanes that all run this loop on the same place, how many succeed in the first round?",
      answer = 1, why = "All have seen the same old value. The first swap changes it, and the other 31 find something else (unless v is 1). In the worst case it takes 32 rounds." },

    { title = "Your turn: an atomic for floats", exercise = "float_max_cas" },

    { title = "Locks, and why not", text = [[
If more than 8 bytes have to change together, a *lock* is the last resort: whoever swaps a 1 into it and gets a 0 back is alone inside.

Alone: that is the trouble. An H200 can have 270 000 threads under way, and a lock lets one of them work. Further:

- all others keep asking, and their asking is in the way of the one inside
- two locks taken in different orders: each waits for the other for ever
- lanes of *one warp* in a lock: before Volta (2017) the waiting ones could keep the holder from going on. Since then they may take turns, lane after lane
- an atomic on the lock does not make other memory visible in order: it wants a `__threadfence()` after taking and before giving back

Look for another way first: one 64-bit atomic for two numbers, private copies, or a second launch.
]] },

    { question = "The maximum and its index are wanted. Both are 32 bits. What is better than a lock?",
      choices = {
        { "Two atomics, one behind the other",
          why = "Between them another thread can come: its maximum, and your index." },
        { "One unsigned long long: value in the upper half, index in the lower half, and atomicMax", right = true,
          why = "Larger value, larger number; the two halves can only change together. (Put n - index in the lower half, and the smallest index wins among equals. Negative values want their top bit turned over.)" },
        { "__syncthreads() between the two",
          why = "It does not hold up other blocks." },
      } },

    { title = "Your turn: a lock, once", exercise = "spin_lock" },

    { title = "Coming from Python: Numba, CuPy", code = [[
@cuda.jit
def count(counter, x, limit):
    i = cuda.grid(1)
    if i < x.size and x[i] > limit:
        cuda.atomic.add(counter, 0, 1)   # the array, the index, the value

cuda.atomic.max(best, 0, x[i])           # for floats as well (a CAS loop)
cuda.atomic.compare_and_swap(a, old, new)     # on a[0]
]], language = "python",
      caption = "Numba's atomics take array and index where CUDA takes an address; they return the old value, too. counter[0] += 1 in a kernel is the same race as in C: Python's global lock has no say on a GPU. In CuPy and JAX, x.max(), bincount or segment sums do all this inside. On one H200 the maximum of 2^26 floats took 0.69 ms with simple global atomics in Numba, 0.47 ms by way of shared memory, and 0.082 ms in CuPy." },

    { title = "Hunting races", text = [[
A race need not show. It depends on which warp is a little faster today; a `printf`, another GPU, a larger grid, and it is gone or there. A right answer proves nothing.

So ask the code, not the result. For each place that more than one thread uses:

- does anybody write there? If not, all is well
- are *all* accesses at that time atomic? Then well, if the order does not matter
- if not: what puts the plain access before or after the others? A barrier, within a block; the end of the launch, between blocks

The checker of warpbook keeps this account for every byte. It names the two accesses that nothing puts in order, even if the result was right.
]] },

    { title = "Your turn: the hunt", exercise = "hunt_race" },

    { points = {
      "x += 1 on a common place is read, add, write: a race. An atomic makes it one step.",
      "Atomics return the old value: a number that nobody else gets.",
      "Add, Sub, Min, Max, And, Or, Xor, Exch, Inc, Dec; CAS for everything else.",
      "Atomic is not ordered: barriers order a block, the end of the launch orders the grid.",
      "All accesses must be atomic; a plain read beside atomics is a race.",
      "Same place, same time: a queue. Registers first, then shared memory, then one global atomic for a block.",
      "Locks let one thread work where thousands could. Look for another way.",
    } },
  },
}
