return {
  title = "Capstones", minutes = 15,
  summary = "Larger tasks: several kernels, your own design, all of the lessons.",
  steps = {
    { title = "What this is for", text = [=[
The exercises so far had one idea each, and the stub showed where it belongs. Real work is not like that: somebody wants a result, and you decide which kernels there are, what lies where, and what is worth making fast.

A capstone is such a task. It states what goes in and what comes out, and the stub is nearly empty. warpbook judges what you would want to know of your own program:

- the answer, for small and large inputs, odd sizes and strange values
- what the checkers find: races, bounds, memory that nobody has written, leaks
- a few rules: what must not travel over the link, and how much slower than the reference it may be

Take one or two hours, and not all at once. The pages take 15 minutes.
]=] },

    { title = "How to go about it", text = [=[
- *Write down the stages.* What does each read, what does it write, and which has to be complete before the next may begin? Every such point is a new launch (or a barrier, inside one block).
- *Write it slowly first*: one thread for each element, atomics where several threads add, one block where all have to meet. Check it. A right program is worth more than a fast one, and it is what you compare with later.
- *Look at one stage at a time.* Copy what a stage has computed back to the host and print it, for a picture of 3 x 5 pixels that you can check by hand.
- *Then measure.* `warpbook profile` and `warpbook run --timeline` say which stage takes the time. Often it is a copy, and nothing that you do to the kernels will show.
- *Stop* when the rest is small. The limit in the task is what a good program reaches without tricks.
]=] },

    { question = "A program has four kernels of 4, 6, 3 and 5 us, and copies of 30 us. You make the second kernel twice as fast. By how many percent does the whole get faster?",
      answer = 6, slack = 1, why = "3 of 48 us. The copies have 30 of the 48: could they overlap with something, or be pinned, or smaller?" },

    { title = "Tone mapping", code = [=[
pixels of 16 bits                      most are dark
    |
1.  smallest, largest      reduction   lesson 08: warps, then atomics
    |
2.  histogram              counting    lesson 07: in shared memory
    |
3.  how many are darker    scan        lesson 08: one block is enough
    |
4.  a level for each       a table     lesson 01, and a lookup
    |
pixels of 8 bits                       all levels are used equally often
]=], language = "text",
      caption = "Each stage needs the whole result of the one before: the range has to be known before the first pixel can be counted, and all pixels must be counted before the first level is known. So there are at least three launches, or a cooperative one with grid-wide barriers (lesson 12)." },

    { question = "In a night picture, 90 % of the pixels fall into 3 of 512 bins. Each pixel makes an atomicAdd on the histogram. Where should it lie?",
      choices = {
        { "In global memory: 512 bins are enough for all threads", why = "Most threads want the same three words, one after the other, from all multiprocessors." },
        { "In shared memory, one for each block, added up at the end", right = true,
          why = "A block's threads still queue for three words, but only 256 of them, in fast memory. At the end a block makes at most 512 atomics, for thousands of pixels." },
        { "In registers: each thread counts for itself", why = "512 counters for each thread do not fit, and an index that is not known at compile time puts them into local memory." },
      } },

    { title = "Your turn: a dark picture made readable", exercise = "tone_mapping" },

    { points = {
      "Write down the stages, and what has to be complete before each.",
      "Right first, then measured, then fast: in the stage that takes the time.",
      "Keep on the device what only the device needs.",
      "Small stages may be wasteful: one block, one warp. The large ones decide.",
    } },
  },
}
