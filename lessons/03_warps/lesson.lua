return {
  title = "Warps", minutes = 25,
  summary = "Know what the 32 threads of a warp share, and keep all busy.",
  steps = {
    { title = "What this is for", text = [[
So far a thread was on its own: its element, its guard, its work. The hardware does not see it that way. It takes threads in packs of 32, a *warp*, and gives one instruction at a time to all of them.

This explains many things that otherwise come as a surprise: why blocks should be multiples of 32, why some `if`s are free and others double the time, why one slow thread can keep 31 others waiting.

It takes about 25 minutes and has four exercises. Two of them are judged on more than their answer: they also have to be fast enough, and the task says beforehand what that means.
]] },

    { title = "One instruction, 32 lanes", text = [[
A multiprocessor of an H200 has four schedulers. Each picks, at every tick of the clock, one warp that is ready, and issues *its next instruction for all 32 threads at once*.

The 32 places are called *lanes*. Lane 0 to lane 31 have registers of their own, so each works on its own numbers; what they have in common is the instruction.

A warp is made of neighbours: the threads of a block in a row, x fastest, cut every 32. There is no way to choose who is in it, but there is one to choose what its threads do.
]] },

    { question = "A block has 100 threads. How many warps is that, and what of the last one?",
      choices = {
        { "3 warps, and 4 threads that are not in a warp",
          why = "Every thread is in a warp. The last one may have fewer than 32 threads." },
        { "4 warps, the last with 4 lanes in use and 28 that never work", right = true,
          why = "32 + 32 + 32 + 4. The fourth takes as much of the scheduler's time as a full one." },
        { "4 warps of 25 threads",
          why = "Threads are not shared out evenly. Each warp is filled up before the next begins." },
      } },

    { title = "An experiment: block sizes", experiment = "block_size",
      caption = "Run it. It counts how many of the 32 lanes take part in an instruction on average. Blocks below 32 waste the rest of their only warp; 48, 100 and 200 waste part of their last one." },

    { question = "In the experiment, blocks of 48 threads have 24 lanes at work. Why?",
      choices = {
        { "48 threads are two warps, one with 32 lanes in use and one with 16: 24 on average", right = true,
          why = "(32 + 16) / 2. A third of what the schedulers issue goes to lanes that are not there." },
        { "Half of the 48 threads work at a time",
          why = "All 48 do. But they take two warps, and the second has only 16 of them." },
        { "Because of the guard: some threads have no element",
          why = "9600 is a multiple of 48, so every thread has one." },
      } },

    { title = "Your turn: who am I in the warp?", exercise = "lane_id" },

    { title = "When lanes disagree", code = [[
if (i % 2 == 0)
    a();        // even lanes
else
    b();        // odd lanes
c();            // everybody again

// lane 0   a a a . . . c c      time goes to the right,
// lane 1   . . . b b b c c      a dot is a lane switched off
// lane 2   a a a . . . c c
// lane 3   . . . b b b c c
]], language = "cuda",
      caption = "One instruction for all lanes, but half of them want a() and half want b(). So the warp walks *both* sides: a() with the odd lanes switched off, then b() with the even ones off, then c() together. This is *divergence*. It costs the time of both sides; the answer is right in any case." },

    { question = "Which of these conditions makes no warp diverge? Blocks have 256 threads.",
      choices = {
        { "threadIdx.x % 2 == 0",
          why = "Even and odd lanes are in every warp: each warp walks both sides." },
        { "threadIdx.x / 32 % 2 == 0", right = true,
          why = "threadIdx.x / 32 is the number of the warp, the same for its 32 lanes. Even warps go one way, odd warps the other, and none has to walk both." },
        { "x[i] > 0",
          why = "That depends on the data. If neighbours have different signs, their warp diverges." },
        { "threadIdx.x < 16",
          why = "Half of the first warp of each block is below 16. The other seven warps agree; the first does not." },
      } },

    { title = "An experiment: how many ways?", experiment = "ways",
      caption = "Each thread does the work of one way only, whatever `ways` is. Guess first: what do 32 ways cost? Then run it." },

    { title = "What it costs, and what it does not", text = [[
The warp pays for each way that *at least one* of its lanes takes. Four ways of the same length cost four times as much; it does not matter whether 1 or 31 lanes take one.

What does not cost much:

- a guard: `if (i < n)` splits one warp of the whole grid at most
- sides of a few instructions: the compiler computes both and lets each lane keep its own (*predication*: an instruction that is carried out by some lanes only)
- an `if` on which all lanes agree: the other side is not walked at all

So there is no need to fear every `if`. Look for those with much work on both sides, where neighbours disagree.
]] },

    { question = "if (threadIdx.x == 0) does something that takes 1000 instructions; there is no else. What does the first warp of a block pay?",
      choices = {
        { "1000 / 32 instructions: only one lane of 32 works",
          why = "There is one instruction stream for the warp. It is issued 1000 times, whether one lane takes part or all." },
        { "1000 instructions, with 31 lanes idle", right = true,
          why = "And the other warps of the block go on, unless they have to wait for the result." },
        { "32000 instructions: each lane in turn",
          why = "Lanes that do not enter cost nothing. The side is walked once." },
      } },

    { title = "Loops of different lengths", text = [[
A loop is a branch, too: "again?" Lanes whose loop is over wait, switched off, until the last one is done.

So a warp goes round as often as *its slowest lane*. If 31 threads need 10 rounds and one needs 1000, the warp takes 1000 rounds, 990 of them with a single lane at work.

That does not make leaving early useless, on the contrary: without it, every warp would always take the largest number of rounds there is. And where neighbours need about as many rounds, little is lost. What helps is to give *similar work to neighbours*: sorted rows, pixels that lie side by side.
]] },

    { question = "A warp's threads loop 5 times, except one which loops 200 times. The other warps loop 5 times. How often does this warp go round?",
      answer = 200, why = "As often as its slowest lane. The other warps are not held up by it: they are done after 5." },

    { title = "Your turn: stop when it is found", exercise = "early_exit" },

    { title = "Judged on counters", text = [[
The next exercise asks for a right answer, and then for a kernel that is fast enough. The task names what is measured, with a limit: for example *at least 28 lanes at work*.

On the virtual machine the limits are held against counts: of instructions, of lanes at work, of memory moved. They come out the same each time and on every computer, so you can trust a small difference. A limit such as "1.3 times the reference solution's warp instructions" leaves room for another way to write it.

If your kernel is right but misses a limit, the check says so: the figure, the limit, and the line that adds most to it.
]] },

    { title = "Your turn: two kinds of work", exercise = "divergent_branch" },

    { title = "Your turn: a picture", exercise = "mandelbrot" },

    { title = "Warps are not a lockstep", text = [[
It is tempting to think: 32 lanes, one instruction, so my neighbour has always done what I have done. Old programs rely on it. *Do not.*

Since 2017 (Volta) each thread has a program counter of its own, and the hardware may run the sides of a branch in turns. When lanes that went different ways are together again is not promised. Two things follow:

- values are handed between lanes by functions that say who takes part: `__shfl_sync(mask, ...)`, `__any_sync(mask, ...)`. The mask has a bit for each lane, and all of them have to come
- `__syncwarp()` makes the lanes wait for each other, and what they have written visible among them

Lesson 08 uses them. Until then: a thread never relies on what its neighbour has done.
]] },

    { title = "Coming from Python: Numba", code = [[
@cuda.jit
def f(x, out):
    i = cuda.grid(1)
    if i < x.size:
        lane = cuda.laneid                 # 0 to 31
        if x[i] > 0:                       # diverges like the C version
            out[i] = math.sqrt(x[i])
        else:
            out[i] = 0.0

out = cupy.where(x > 0, cupy.sqrt(x), 0.0)   # both sides, for all elements
]], language = "python",
      caption = "Numba's kernels are compiled to the same warps. CuPy's `where` computes both sides for everything and then picks: what a diverging warp does, for every warp. JAX's `where` and `vmap` of a `cond` do the same." },

    { points = {
      "32 neighbouring threads of a block are a warp, and share one instruction at a time.",
      "Blocks that are no multiple of 32 have lanes that never work.",
      "When lanes disagree, the warp walks every side that one of them takes.",
      "A loop goes round as often as the slowest lane of the warp needs.",
      "A condition on the warp's number, or one on which neighbours agree, costs nothing.",
      "Give neighbours the same kind of work, and about as much of it.",
      "Never rely on lanes being in step: the `_sync` functions say who takes part.",
    } },
  },
}
