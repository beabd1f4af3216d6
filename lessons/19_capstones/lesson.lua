return {
  title = "Capstones", minutes = 20,
  summary = "Larger tasks: several kernels, your own design, everything that you have learned.",
  steps = {
    { title = "What this is for", text = [=[
The exercises so far had one idea each, and the stub showed where it belongs. Real work is different. Someone wants a result, and you decide which kernels to write, where the data live, and what is worth making fast.

A capstone is such a task. It states what goes in and what comes out, and most stubs are nearly empty. warpbook judges what you would want to know about your own program:

- the answer, for small and large inputs, odd sizes and strange values
- what the checkers find: races, accesses out of bounds, uninitialised memory, leaks
- a few rules: what must not travel over the link, and how much slower than the reference your program may be

A capstone takes one or two hours, but you need not do it all at once. The pages take 20 minutes, and there are five capstones. Begin with the one that you like best.
]=] },

    { title = "How to go about it", text = [=[
- *Write down the stages.* What does each stage read, and what does it write? Which one must be complete before the next may begin? Every such point is a new launch, or a barrier inside one block.
- *Write a slow version first*: one thread for each element, atomics where several threads add, one block where all threads must meet. Check it. A correct program is worth more than a fast one, and you can compare the fast one with it later.
- *Look at one stage at a time.* Copy what a stage has computed back to the host and print it, for a picture of 3 x 5 pixels that you can check by hand.
- *Then measure.* `warpbook profile` and `warpbook run --timeline` say which stage takes the time. Often it is a copy, and then no change to the kernels will help.
- *Stop* when the rest is small. A good program stays below the task's limit without tricks.
]=] },

    { title = "Speeding up one kernel", question = "A program has four kernels of 4, 6, 3 and 5 us, and copies of 30 us. You make the second kernel twice as fast. By what percentage does the program's total time fall?",
      answer = 6, slack = 1, why = "You save 3 of 48 us. The copies take 30 of the 48. Could they overlap with something, use pinned memory, or be smaller?" },

    { title = "Tone mapping", code = [=[
pixels of 16 bits                      most are dark
    |
1.  smallest and largest   reduction   warps, then atomics
    |
2.  histogram              counting    in shared memory
    |
3.  how many are darker    scan        one block is enough
    |
4.  a level for each       a table     an element for each thread
    |
pixels of 8 bits                       all levels are used equally often
]=], language = "text",
      caption = "The first and the third stage are in lesson *Reductions and scans*, the second in lesson *Atomics*. Each stage needs the whole result of the one before: you must know the range before you count the first pixel, and count all pixels before you know the first level. So there are at least three launches, or a cooperative one with grid-wide barriers (lesson *Stencils and differential equations*)." },

    { title = "Where the histogram belongs", question = "In a night picture, 90 % of the pixels fall into 3 of 512 bins. Each pixel needs an atomicAdd on the histogram. Where should the histogram be?",
      choices = {
        { "In global memory: 512 bins are enough for all threads", why = "Threads of all multiprocessors would queue for the same three words." },
        { "In shared memory, one for each block, added up at the end", right = true,
          why = "A block's threads still queue for three words, but only 256 of them, in fast memory. At the end a block needs at most 512 atomics, for thousands of pixels." },
        { "In registers: each thread has its own counts", why = "512 counters for each thread do not fit, and an index that is not known at compile time puts them into local memory." },
      } },

    { title = "Your turn: make a dark picture readable", exercise = "tone_mapping" },

    { title = "A program that already runs on the CPU", code = [=[
a step of the stub                                      operations
  for each star i, for each star j: pull of j on i      20 n * n
  for each star: change velocity, then position         12 n
the energy, once
  for each pair: its potential                          12 n * n / 2

n = 521     2 steps: 10.9 million + 0.01 million + 1.6 million
]=], language = "text",
      caption = "Most work on GPUs begins with a program that already runs on a CPU. Keep it, to compare your results with. Count first. Give the stages that cost n * n to many threads. The stages that cost n go to the device as well, because their data are there: a stage that stays on the host would need a copy in each step. You can answer `nbody` in Python, too: `L` on its page changes the language." },

    { title = "What a stage on the host costs", question = "Of 12.5 million operations, the accelerations take 10.9 and the energy 1.6. You make the accelerations 1000 times as fast, and leave the energy on the host. How many times as fast is the whole program, without the copies?",
      answer = 7.8, slack = 0.3, why = "12.5 / (0.0109 + 1.6) = 7.8. The energy took 13 % of the time; now it takes nearly all of it (Amdahl's law, lesson *Many GPUs and clusters*)." },

    { title = "Your turn: a cluster of stars", exercise = "nbody" },

    { title = "A trained network", code = [=[
one picture                     numbers       multiplications, f = 4
  pixels          16 x 16           256
  convolution     4 x 14 x 14       784       9 each:   7056
  ReLU, pooling   4 x 7 x 7         196       none
  dense           10                 10       196 each: 1960
  the largest     1                   1       none
]=], language = "text",
      caption = "*Inference* uses a network whose weights are fixed. For each stage, decide where its numbers stay until the next stage needs them. Here all numbers of a picture fit into a block's shared memory. Larger networks do not fit. They use a library (cuDNN, TensorRT) that fuses what it can, for instance convolution, bias and ReLU in one kernel." },

    { title = "Pooling before ReLU", question = "ReLU comes before pooling in the list. What changes if you pool first, and apply ReLU to the result?",
      choices = {
        { "Nothing changes, and a quarter of the ReLUs is enough", right = true,
          why = "You get the same number whether you replace negative numbers by 0 before or after you take the largest of the four." },
        { "Negative features get through", why = "ReLU still removes them, only later." },
        { "Another number may be the largest", why = "ReLU never changes the order of two numbers; it can only make them equal." },
      } },

    { title = "Your turn: a network reads digits", exercise = "digits_cnn" },

    { title = "Blending without an edge", code = [=[
target         patch          mask           result
. . . . . .    9 9 9 9 9 9    . . . . . .    at the mask's border, the
. . . . . .    9 9 7 8 9 9    . . # # . .    target counts; inside, only
. . . . . .    9 6 5 8 9 9    . # # # . .    the differences between the
. . . . . .    9 9 9 9 9 9    . . . . . .    patch's neighbours count

for each pixel of the mask, again and again, with its four neighbours:
  new = (sum of neighbours + sum of (patch - patch's neighbour)) / 4
]=], language = "text",
      caption = "*Poisson blending* puts a part of one picture into another without a visible edge. It adapts the patch's brightness and keeps its details. The formula is a Jacobi iteration (lesson *Stencils and differential equations*). A neighbour outside the mask is a pixel of the target, and never changes." },

    { title = "Threads outside the mask", question = "A picture has 1000 x 1000 pixels, and the mask covers 80 x 100 of them. 300 steps run over all pixels, and the threads outside the mask only copy. How many times as many threads as necessary are launched?",
      answer = 125, why = "1000000 / 8000. The first stage should find out where the mask is: its bounding box, or a list of its pixels (`compact`, lesson *Reductions and scans*)." },

    { title = "Your turn: blend without an edge", exercise = "poisson_blend" },

    { title = "One plate, two devices", code = [=[
              device 0                        device 1
step s        rest | row at the cut           row at the cut | rest
                          \____________   ____________/
                                       \ /
                          ____________/ \____________
                         /                           \
step s + 1    rest | row at the cut           row at the cut | rest
]=], language = "text",
      caption = "Each row at the cut needs three rows of the step before: itself, the next row on its own device, and the neighbour's row at the cut. The rest needs only rows of its own device. Draw an arrow for each of these dependencies. Each arrow between two streams becomes an event and a cudaStreamWaitEvent." },

    { title = "Before a step overwrites", question = "Device 0 has finished step s. Step s + 1 will overwrite the array of step s - 1. What must have happened on device 1 before that?",
      choices = {
        { "Nothing: the arrays belong to device 0", why = "Device 1 copies a row from one of them in every step." },
        { "Its copy of device 0's row of step s - 1 is complete", right = true,
          why = "Device 1 records an event after the kernel that follows that copy. Device 0 waits for this event anyway, because it needs the row that the kernel computes." },
        { "It has finished step s + 1 itself", why = "Then each device would wait for the other." },
      } },

    { title = "Your turn: a plate on two devices", exercise = "heat_two_gpus" },

    { points = {
      "Write down the stages, and what has to be complete before each.",
      "Make it right, then measure, then speed up the stage that takes the time.",
      "Keep on the device what only the device needs.",
      "Small stages may be wasteful, with one block or one warp. The large stages decide the time.",
    } },
  },
}
