return {
  title = "Warps", minutes = 25,
  summary = "Know what the 32 threads of a warp share, and keep them all busy.",
  steps = {
    { title = "What this is for", text = [[
So far each thread was on its own: its element, its guard, its work. The hardware does not see it that way. It takes threads in groups of 32, called *warps*, and gives all threads of a warp one instruction at a time.

This explains much that would otherwise surprise you: why block sizes should be multiples of 32, why some `if`s are free and others double the time, why one slow thread can keep 31 others waiting.

The lesson takes about 25 minutes and has four exercises. From here on, a kernel often has to be fast enough, too, and the task says beforehand what that means.
]] },

    { title = "One instruction, 32 lanes", text = [[
A multiprocessor of an H200 has four schedulers. On every clock cycle, each picks one warp that is ready, and issues *its next instruction for all 32 threads at once*.

The 32 positions in a warp are called *lanes*. Lanes 0 to 31 have their own registers, so each works on its own numbers; what they share is the instruction.

A warp consists of neighbours: the hardware puts the threads of a block in a row, x fastest, and cuts it after every 32. You cannot choose which threads are in a warp, but you can choose what they do.
]] },

    { title = "The warps of 100 threads", question = "A block has 100 threads. How many warps is that, and what about the last one?",
      choices = {
        { "3 warps, and 4 threads that are not in a warp",
          why = "Every thread is in a warp. The last warp may have fewer than 32 threads." },
        { "4 warps, the last with 4 lanes in use and 28 that never work", right = true,
          why = "32 + 32 + 32 + 4. The fourth takes as much of the scheduler's time as a full one." },
        { "4 warps of 25 threads",
          why = "Threads are not shared out evenly. Each warp is filled before the next one begins." },
      } },

    { title = "An experiment: block sizes", experiment = "block_size",
      caption = "Run it. It counts how many of the 32 lanes are active in an instruction, on average. Blocks below 32 waste the rest of their only warp; 48, 100 and 200 waste part of their last one." },

    { title = "Why 24 lanes are active", question = "In the experiment, blocks of 48 threads have 24 active lanes. Why?",
      choices = {
        { "48 threads are two warps, one with 32 lanes in use and one with 16: 24 on average", right = true,
          why = "(32 + 16) / 2. Of the 64 lanes in two warps, 16 have no thread: a quarter of what the schedulers issue is wasted." },
        { "Half of the 48 threads work at a time",
          why = "All 48 do. But they take two warps, and the second has only 16 of them." },
        { "Because of the guard: some threads have no element",
          why = "9600 is a multiple of 48, so every thread has one." },
      } },

    { title = "Judged on counters", text = [[
So far, a check has told you about speed only if something was far off. From here on, tasks name *limits*: what is measured, and how much of it is fast enough. For example: *at least 28 active lanes*.

On the virtual machine, the limits apply to counts: of instructions, of active lanes, of memory traffic. They come out the same each time and on every computer, so you can trust even a small difference. A limit such as "1.3 times the reference solution's warp instructions" leaves room for a solution written in another way.

If your kernel is right but misses a limit, the report shows your figure, the limit, and the line that contributes most.
]] },

    { title = "Your turn: who am I in the warp?", exercise = "lane_id" },

    { title = "When lanes disagree", code = [[
if (i % 2 == 0)
    for (int k = 0; k < 8; k++) v = v * 5 + (v >> 3); // even lanes
else
    for (int k = 0; k < 8; k++) v = v * 3 ^ (v >> 7); // odd lanes
out[i] = v;                                           // all again
]], language = "cuda",
      caption = "A warp has one instruction for all lanes, but half of them need the first loop and half need the second. So the warp executes *both*: the first with the odd lanes inactive, then the second with the even lanes inactive, then the store with all. This is *divergence*. You pay for both sides. The result is correct either way.",
      pictures = {
        { of = "ways", show = "lanes", line = "i % 2 == 0", case = { n = 1024, ways = 2 }, source = [[
__global__ void go(unsigned *out, int ways)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = i;
    if (i % 2 == 0)
        for (int k = 0; k < 8; k++) v = v * 5 + (v >> 3); // even lanes
    else
        for (int k = 0; k < 8; k++) v = v * 3 ^ (v >> 7); // odd lanes
    out[i] = v;                                           // all again
}
]],
          title = "This warp at work, from top to bottom: how many instructions, their line, and the lanes that execute them" },
      } },

    { title = "Which condition does not diverge", question = "Which of these conditions makes no warp diverge? Blocks have 256 threads.",
      choices = {
        { "threadIdx.x % 2 == 0",
          why = "Every warp has even and odd lanes, so each warp executes both sides." },
        { "threadIdx.x / 32 % 2 == 0", right = true,
          why = "threadIdx.x / 32 is the number of the warp, the same for its 32 lanes. Even warps go one way, odd warps the other, and no warp executes both." },
        { "x[i] > 0",
          why = "That depends on the data. If neighbours have different signs, their warp diverges." },
        { "threadIdx.x < 16",
          why = "It holds for half of the first warp of each block. The other seven warps agree; the first does not." },
      } },

    { title = "An experiment: how many ways?", experiment = "ways",
      caption = "Each thread does the work of only one way, however many `ways` there are. Guess first: what do 32 ways cost? Then run it." },

    { title = "What divergence costs, and what is cheap", text = [[
The warp pays for each way through the code that *at least one* of its lanes takes. Four ways of the same length cost four times as much as one, whether 1 lane or 31 lanes take each of them.

These cost little:

- a guard: `if (i < n)` splits at most one warp of the whole grid
- sides of only a few instructions: the compiler uses *predication*, where the warp executes both sides and each lane keeps only the results of its own side
- an `if` on which all lanes agree: the warp skips the other side

So you need not fear every `if`. Look for those with much work on both sides, where neighbours disagree.
]] },

    { title = "What thread 0 costs its warp", question = "if (threadIdx.x == 0) does something that takes 1000 instructions; there is no else. What does the first warp of a block pay?",
      choices = {
        { "1000 / 32 instructions: only one lane of 32 works",
          why = "The warp has one instruction stream. It is issued 1000 times, whether one lane takes part or all." },
        { "1000 instructions, with 31 lanes idle", right = true,
          why = "The other warps of the block carry on, unless they have to wait for the result." },
        { "32000 instructions: each lane in turn",
          why = "Lanes that do not enter cost nothing. The warp executes that side once." },
      } },

    { title = "Loops of different lengths", text = [[
A loop is a branch too: "again?" Lanes that have finished the loop wait, inactive, until the last lane is done.

So a warp iterates as often as *its slowest lane*. If 31 threads need 10 iterations and one needs 1000, the warp takes 1000 iterations, 990 of them with a single active lane.

Leaving a loop early is still worth it: without it, every warp would always take the maximum number of iterations. And little is lost if neighbours need about the same number of iterations. So give *similar work to neighbours*: sorted rows, for example, or adjacent pixels.
]],
      pictures = {
        { of = "ways", show = "lanes", line = "again = i", case = { n = 1024, ways = 4 }, source = [[
__global__ void go(unsigned *out, int ways)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = i;
#pragma unroll 1
    for (int again = i % 32 / 8 + 1; again > 0; again--)
        v = v * 5 + (v >> 3);
    out[i] = v;
}
]],
          title = "Lanes 0 to 7 loop once, 8 to 15 twice, and so on up to four times" },
      } },

    { title = "One thread with 200 rounds", question = "In one warp, 31 threads loop 5 times and one loops 200 times. In the other warps all threads loop 5 times. How many iterations does the first warp take?",
      answer = 200, why = "As many as its slowest lane. It does not hold up the other warps: they are done after 5." },

    { title = "Your turn: stop when it is found", exercise = "early_exit" },

    { title = "Your turn: two kinds of work", exercise = "divergent_branch" },

    { title = "Your turn: a picture", exercise = "mandelbrot" },

    { title = "Warps do not run in lockstep", text = [[
It is tempting to think: 32 lanes share one instruction, so my neighbour has always done what I have done. Old programs rely on it. *Do not.*

Since 2017 (Volta) each thread has its own program counter, and the hardware may alternate between the sides of a branch. It does not guarantee when lanes that went different ways are together again. Two things follow:

- lanes exchange values through functions that name the participants: `__shfl_sync(mask, ...)`, `__any_sync(mask, ...)`. The mask has one bit for each lane, and all lanes it names have to take part
- `__syncwarp()` makes the lanes wait for each other, and makes what they have written visible to each other

Lesson *Reductions and scans* uses them. Without them, never let a thread rely on what its neighbour has done.
]] },

    { title = "Coming from Python: Numba", experiment = "numba",
      caption = "Numba compiles kernels for the same warps, so lanes that disagree cost the same. For whole arrays there is another way: `cupy.where(x > 0, cupy.sqrt(x), 0.0)` computes both sides for every element and then picks one, which is what a diverging warp does, but in every warp. JAX's `where`, and `vmap` of a `cond`, do the same. You can answer `divergent_branch` and `mandelbrot` in Python." },

    { points = {
      "32 neighbouring threads of a block are a warp, and share one instruction at a time.",
      "If the block size is not a multiple of 32, some lanes never work.",
      "When lanes disagree, the warp executes every side that at least one of them takes.",
      "A loop takes as many iterations as the slowest lane of the warp needs.",
      "A condition on the warp's number, or one on which neighbours agree, costs nothing.",
      "Give neighbours the same kind of work, and about the same amount of it.",
      "Never rely on lanes being in step: the `_sync` functions say which lanes take part.",
    } },
  },
}
