return {
  title = "Debugging", minutes = 30,
  summary = "A method for wrong programs, the tools by name, what each sees, and eight hunts.",
  steps = {
    { title = "What this is for", text = [[
You have met bug hunts before: a kernel was wrong, and the report named the line. Real programs are longer, the mistake is on the host as often as in a kernel, and where it *shows* is not where it *is*.

This lesson is about getting from a symptom to its cause:

- a method that needs no tool at all
- what you can build in: checked errors, `assert`, `printf`
- NVIDIA's tools, `compute-sanitizer` and `cuda-gdb`, and what they cannot see
- this workbook's own tools

Then come eight whole programs, each with its own kind of mistake. The pages take about 30 minutes, and a hunt takes 15 to 25.
]] },

    { title = "The method", text = [[
- *Reproduce.* Find an input that makes it fail each time. Write down the seed, the sizes and which device it was.
- *Shrink.* Halve the input while it still fails: fewer elements, one block, one stream, one round. Most causes are plain to see with three elements.
- *Say what you believe*, in a sentence that could be wrong: "the second launch finds the counter at 4, not at 0".
- *Test that sentence* with one experiment: print the counter.
- *Change one thing*, and run again. After two changes at once you do not know which of them it was.
- *Explain the symptom.* If a change makes it go away, you need not have found the cause. Say why the program failed, and why only there.

The last point matters most with parallel programs. Almost any change moves a data race somewhere else for a while.
]] },

    { title = "One barrier more", question = "A program fails once in twenty runs. With a `__syncthreads()` added in the middle it passes twenty times. What have you learned?",
      choices = {
        { "The barrier was missing there", why = "Perhaps. But a program that fails once in twenty runs passes twenty times in a row in a third of all cases." },
        { "Little: the timing changed, and 0.95 to the power of 20 is 0.36", right = true,
          why = "First make it fail each time, or use a tool that finds races even if they do not show. Then say which two accesses the barrier keeps apart." },
        { "It is not a data race", why = "A barrier hardly changes other kinds of mistakes, so if anything this points to a race." },
      } },

    { title = "Bisecting by data", text = [[
Before you read any code, look at *which* results are wrong. `warpbook picture EX` draws those around the first one. Then choose the data: all ones show what is counted twice, x[i] = i shows which element arrived where, powers of two show which terms are in a sum.
]],
      table = {
        { "wrong elements", "suspect" },
        { "all of them", "the formula, the copy, an error code" },
        { "from 65536 (or 2^31) on", "the type of an index" },
        { "the last few", "the guard, n % 256, rounding down" },
        { "every 32nd, or one in each warp", "a lane's special case, a mask" },
        { "element 0 of each block", "a barrier, an initial value" },
        { "only in the second batch", "what survives the first" },
        { "other elements in each run", "order: threads, warps, streams, host" },
        { "NaN, 1e38, -1515870811", "memory that nothing has written" },
      } },

    { title = "992 instead of 1000", question = "A sum over blocks is wrong. With x[i] = 1 for all i and n = 1000 the result is 992. What is your guess?",
      choices = {
        { "A data race between blocks", why = "Then the number would change from run to run, and would hardly come so close." },
        { "The last, partial group of eight is lost: 1000 is 31 * 32 + 8", right = true,
          why = "With ones, the missing amount is the *number* of missing elements: 8. Somewhere `n / 32` forgets the remainder." },
        { "Rounding", why = "Ones add up exactly in floats up to 16,777,216." },
      } },

    { title = "Errors that the program ignores", code = [[
#define TRY(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                 \
            cudaGetErrorString(e)); exit(1); } } while (0)

TRY(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
kernel<<<grid, block>>>(d_y, d_x, n);
TRY(cudaGetLastError());          // could the launch start at all?
TRY(cudaDeviceSynchronize());     // did the kernel come to its end?
]], language = "cuda",
      caption = "Check twice after a launch, because it can fail in two ways. A launch that never started does no damage: report it and carry on. The second kind, such as an access out of bounds or a failed assert, is a *sticky error*: from then on each call returns it, even calls that have nothing to do with it. So the call that reports an error is rarely the one to blame." },

    { title = "An error from cudaFree", question = "A `cudaFree` returns \"an illegal memory access was encountered\". What is wrong?",
      choices = {
        { "The pointer given to `cudaFree`", why = "That would be \"invalid argument\"." },
        { "A kernel before it: the next call that looks reports that kernel's error", right = true,
          why = "Run the program with `CUDA_LAUNCH_BLOCKING=1`. Then each launch waits for its kernel, and the error is reported where it belongs." },
        { "The memory was freed twice", why = "That is \"invalid argument\", too." },
      } },

    { title = "The largest cube for an int", question = "A program works for small cubes of voxels and fails for large ones. The largest `int` is 2,147,483,647. If an overflow is to blame, what is the longest side with which the number of voxels still fits?",
      answer = 1290, why = "1290 cubed is 2,146,689,000, and 1291 cubed is 2,151,685,171. That is a sentence that could be wrong, and one run with each of the two tests it." },

    { title = "Your turn: two billion voxels", exercise = "hunt_overflow" },

    { title = "printf and assert in kernels", text = [[
`printf` works in kernels as on the host, with three differences:

- it writes into a buffer of 1 MB, which the host prints when it next waits for the device. If the program ends before that, nothing appears. If the buffer is full, old lines are lost (`cudaDeviceSetLimit(cudaLimitPrintfFifoSize, ...)` makes it larger)
- the lines of different threads come in any order
- a million threads print a million lines, so let only one of them print: `if (i == 37)`

`assert(condition)` stops the kernel when the condition is false, prints file, line, block and thread, and leaves a sticky error, `cudaErrorAssert`. `-DNDEBUG` removes it, so the condition must have no side effects.

An assert states what you *believe*, such as `assert(k < cells)`. It is worth more than a printed number, because it goes on watching when you have forgotten it.
]] },

    { title = "An experiment: what watching costs", experiment = "watch",
      caption = "A short loop as it is, with an assert in each round, and with a printf in some rounds of one thread. Guess the second and the third bar. The compiler cannot unroll and rearrange a loop with a call in it as well, and each warp tests the condition. In a loop that does more than this one, you would hardly notice." },

    { title = "A heisenbug", text = [[
Mistakes that go away when you look at them are named after the physicist Werner Heisenberg. A `printf` changes a lot. It takes time, so that other threads can finish first. It makes the compiler load a variable from memory again instead of keeping it in a register. It separates the lanes of a warp.

So if a program is right with a printf and wrong without, you know something after all: it depends on *order*, or on when a value is loaded. Look for

- a missing barrier, a host that does not wait, an event recorded too early
- a variable that another thread changes, read without an atomic or `volatile`
- memory freed too early, or never written

And do not leave the printf in. With the next compiler, or on the next card, it may no longer help.
]] },

    { title = "compute-sanitizer: four tools", code = [[
nvcc -lineinfo -o program program.cu
compute-sanitizer ./program                        memcheck, the default
compute-sanitizer --leak-check full ./program      and memory never freed
compute-sanitizer --tool racecheck ./program
compute-sanitizer --tool initcheck ./program
compute-sanitizer --tool synccheck ./program

memcheck   accesses out of bounds, misaligned, after a free; failed calls
racecheck  data races in *shared* memory
initcheck  reads of device memory that nothing has written
synccheck  barriers in divergent code, wrong masks
]], language = "text",
      caption = "It runs your program unchanged on a GPU, but many times slower. A report begins with a line such as \"Invalid __global__ read of size 4 bytes\". Below that come the kernel, the thread and, thanks to `-lineinfo`, the line. Use the small input that you found before. In scripts, `--error-exitcode 1` turns a report into a failure." },

    { title = "What each tool sees", text = [[
We tried small programs with six of these mistakes on an H200. (In the first and the fifth, no access is wrong, only numbers are.) racecheck does not look at global memory, no tool knows the order of streams, and none looks at the host. On the other hand, only a GPU shows how a program behaves on a GPU, and it does so fast.
]],
      table = {
        { "a mistake like that of", "compute-sanitizer", "warpbook" },
        { "overflow", "only what the assert says", "the assert's line" },
        { "pitch", "memcheck, initcheck", "both lines" },
        { "swallowed error", "memcheck: the call", "launch, and rule" },
        { "pointer in a struct", "memcheck: bad address", "\"host pointer\"" },
        { "second launch", "nothing", "wrong answer" },
        { "early event", "nothing", "both streams" },
        { "freed too early", "nothing", "both lines" },
        { "two locks", "does not end", "deadlock, line" },
      } },

    { title = "The tool for two streams", question = "Two kernels in different streams use the same array in global memory, one of them writes, and nothing orders them. Which tool of compute-sanitizer reports it?",
      choices = {
        { "racecheck", why = "It looks for races in shared memory, between the threads of a block." },
        { "memcheck", why = "Each access is within its array, and the array still exists." },
        { "None of the four", right = true, why = "Here the virtual machine reports it: it knows which operations the program has ordered, and which bytes each of them used." },
      } },

    { title = "Your turn: bytes and elements", exercise = "hunt_pitch" },

    { title = "Your turn: yesterday's results", exercise = "hunt_swallowed" },

    { title = "Reading a finding", code = [[
39 | stage[i] = x[(size_t)f * n + i] / 8.0f;
   | ^ the host writes spare[b][0] while the copy that reads it is
   |   pending (cudaMemcpyAsync on line 40)
   | next: wait for the copy first: cudaStreamSynchronize, or an
   |   event after it
]], language = "text",
      caption = "A finding has four parts: the line where the mistake shows, which thread did what to which element, the *other* line involved, and a next step. A race always has two lines, and the mistake is often in neither of them, but in between. The next step is one remedy, and there may be a better one. If there are several findings, fix the first and check again, since the others may be its consequences." },

    { title = "What a struct brings along", code = [[
  host                                  device

  t[0]: x = 7ffe2040  n = 5   copy      d_t[0]: x = 7ffe2040  n = 5
            |               -------->               |
            v                                       |
  x: [0.5 2.25 1.0 ...]  <--------------------------+
                              the kernel would have to read this
]], language = "text",
      caption = "A copy copies bytes, and a pointer's bytes are an address. The same holds on the way back, and for `std::vector` and `std::string` (which have pointers inside), for function pointers, and for classes with virtual functions. An index into an array means the same on both sides." },

    { title = "Your turn: a pointer that came along", exercise = "hunt_deep_copy" },

    { title = "cuda-gdb, and the stepper here", text = [[
`-G` switches optimisation off. The kernel is many times slower then, and a heisenbug may be gone. After a crash, run the program once more with `CUDA_ENABLE_COREDUMP_ON_EXCEPTION=1`. In cuda-gdb, `target cudacore FILE` then shows where all threads were. The stepper (`t` in the workbook) is for exercises whose kernel you write.
]],
      table = {
        { "`nvcc -g -G`", "cuda-gdb", "`warpbook debug EX`" },
        { "stop in a kernel, on a line", "`break smooth.cu:21`", "`break 21`" },
        { "only where it goes wrong", "`break 21 if i == 5`", "`break 21 if i == 5`" },
        { "run on, next line, into a call", "`c`, `next`, `step`", "`c`, `next`, `step`" },
        { "another thread", "`cuda block 1 thread 37`", "`block 1`, `thread 37`" },
        { "where all warps are", "`info cuda warps`", "`info warps`" },
        { "a variable, an array", "`print x[0]@8`", "`print x[0]@8`" },
        { "shared memory", "`print tile`", "`info shared`" },
        { "back one line", "-", "`back`" },
        { "who wrote this element", "-", "`who out[3]`" },
        { "to the first wrong element", "-", "`diff`" },
      } },

    { title = "Who wrote last", code = [[
$ warpbook debug hunt_halo
finding
  line 21: tile[258] is written on line 18 by thread (0,0,0) and read
  on line 21 by thread (254,0,0) of block (0,0,0), and nothing orders
  the two
who tile[258]
  tile[258]: no thread has written it yet
  next it is written by thread (0,0,0) of block (0,0,0) in line 18,
  step 298
print tile[256]@4
  126.875  205.5  unwritten  unwritten
]], language = "text",
      caption = "The stub of the hunt in lesson *Stencils and differential equations*, shortened. Debugging is mostly the question \"where does this value come from?\", asked again and again, backwards. With a debugger that only goes forward, you guess a line, stop there, and are too late. Here `who` answers it for an element, `watch out[3]` with `reverse-continue` goes to each earlier write, and `back` takes a step back." },

    { title = "An element without a writer", question = "`who out[3]` says: no thread has written it. The kernel has ended. What is the likely mistake?",
      choices = {
        { "The formula", why = "It was never computed for this element." },
        { "The guard or the index: no thread has this element", right = true, why = "Or a `return` or `continue` comes before the write. The array then holds what was in memory before, perhaps the right result of an earlier run." },
        { "A data race", why = "Then at least one thread would have written it." },
      } },

    { title = "Your turn: right once", exercise = "hunt_second_launch" },

    { title = "Mistakes of order", code = [[
cudaMemcpyAsync  up    |--piece 0--|--piece 1--|--piece 2--|
                        ^ recorded here: "all before this is done"
kernel           work  |--stir 0--|        wait was over at once
]], language = "text",
      caption = "Copies, kernels, events and frees run when their stream gets to them, not when the host calls them. `warpbook demo EX` draws what overlaps in an exercise's solution, and `warpbook run --timeline program.cu` does so for a program of yours. On a GPU, use `nsys profile ./program`. First find out *whether* the order is the problem: with `cudaDeviceSynchronize()` after each line such a mistake is gone. (`CUDA_LAUNCH_BLOCKING=1` does that for kernels, not for copies.) Then take the waits away again, half of them at a time.",
      pictures = {
        { of = "14_debugging/hunt_early_event", show = "streams", case = { n = 300000, piece = 100000, rounds = 100 },
          title = "Three pieces, as they should run: each kernel after its copy" },
      } },

    { title = "Bisecting waits", question = "One wait among 64 matters. Each run of the program, with some of the waits removed, tells you which half it is in. How many runs do you need?",
      answer = 6, why = "Each time half of the suspects are left: 32, 16, 8, 4, 2, 1. `git bisect` does that with versions, and you can do it with rounds, batches and lines." },

    { title = "Your turn: the event that came too early", exercise = "hunt_early_event" },

    { title = "Your turn: gone too early", exercise = "hunt_freed_early" },

    { title = "Programs that do not end", text = [[
A program that hangs says nothing, so look from outside. `nvidia-smi` shows whether the device is busy (100 %) or idle. If it is idle, the host is waiting for something, and a debugger on the host shows the call. If it is busy:

- attach with `cuda-gdb -p PID`. There `info cuda warps` shows in which lines the warps are. If all of them wait in the same line, look there
- a *livelock* looks the same: every thread runs, and none makes progress
- if a loop tests a plain variable, the compiler may move the test out of the loop, which then never sees another thread's write. Use an atomic or `volatile`

A *lock* needs three habits: always take several locks in the same order, do not wait for anything else while you hold one, and release it on every path.

Warpbook's virtual machine ends a launch when no thread can go on, and reports which of them wait in which line for which element.
]] },

    { title = "A circle", code = [[
thread A                     thread B
takes lock 3                 takes lock 7
wants lock 7  ------------>  has it
has lock 3    <------------  wants lock 3

with an order, smaller first:
thread A                     thread B
takes lock 3                 wants lock 3, holds nothing
takes lock 7, works          waits
gives both back  --------->  takes lock 3, then lock 7
]], language = "text",
      caption = "Between two lanes of one warp the circle closes almost every time, since they take their first locks in the same instruction. Between blocks it takes bad luck, so a program may hang only once a month." },

    { title = "Your turn: two locks", exercise = "hunt_two_locks" },

    { title = "Coming from Python", code = [[
NUMBA_ENABLE_CUDASIM=1 python prog.py   # kernels in Python: pdb, print
@cuda.jit(debug=True, opt=False)        # bounds checks, exceptions
cuda.synchronize()                      # errors appear here

compute-sanitizer python prog.py        # each tool, as for C
PYTORCH_NO_CUDA_MEMORY_CACHING=1 compute-sanitizer python train.py
CUDA_LAUNCH_BLOCKING=1 python train.py  # the traceback is the right one

torch.autograd.set_detect_anomaly(True) # where a NaN arose, backward
jax.config.update("jax_debug_nans", True)
warpbook run prog.py                    # Numba kernels, on the vm
]], language = "python",
      caption = "Numba's simulator runs each thread as a Python thread, so a data race seldom shows. In all libraries a call returns before its kernel has run, so the traceback of an error names a later call. Their memory pools hide mistakes from memcheck, because an access beyond an array lands in memory that is allocated, too. So switch the pool off while you hunt. (You can answer two of the hunts in Python: `hunt_overflow` and `hunt_early_event`.)" },

    { title = "A device-side assert in PyTorch", question = "A PyTorch program dies with \"device-side assert triggered\" in `loss.backward()`. Each later call fails as well, in a notebook even the next cell. What do you do first?",
      choices = {
        { "Look for the mistake in the backward pass", why = "It reports the error only because it is the first to look." },
        { "Start a new process, with `CUDA_LAUNCH_BLOCKING=1`", right = true, why = "The error is sticky, so this process is lost. With the variable set, the traceback names the operation. Mostly an index is out of range, such as a label beyond the number of classes." },
        { "Call `torch.cuda.synchronize()` and go on", why = "It returns the same error. After a failed assert, nothing works on this device until the process ends." },
      } },

    { points = {
      "Reproduce, shrink, say what you believe, test it, change one thing, explain.",
      "Which elements are wrong says more than how wrong they are.",
      "Check twice after each launch: could it start, and did it end? The call that reports an error is rarely its cause.",
      "An assert states what you believe. A printf changes what it watches.",
      "None of memcheck, racecheck, initcheck and synccheck sees a wrong order of streams.",
      "What a second launch finds is what the first has left.",
      "A pointer in a struct is an address of the side that it came from.",
      "An event, like a free, covers the work that comes before it in its stream.",
    } },
  },
}
