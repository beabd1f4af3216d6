return {
  title = "Kernels", minutes = 30,
  summary = "Give each element of an array a thread, for any number of elements.",
  steps = {
    { title = "What this is for", text = [[
Most work on arrays has one shape: do the same thing to every element. In this lesson you learn to write that for a GPU, and to get it right for one element, for a million, and for any awkward number in between.

It takes about 30 minutes of reading and trying, and has seven exercises. The first four are short. Each of them has the same frame, three lines that you will soon write without thinking:

- who am I?
- is there work for me?
- do it
]] },

    { title = "A kernel returns nothing", text = [[
A thousand threads run the same function. If each returned a value, which one would the caller get?

So a kernel always returns `void`; the compiler rejects anything else. Results go into an array, and the caller passes a pointer to it.

The other rules for a kernel:

- `__global__` comes first
- every thread gets the same arguments; plain numbers are copied
- pointers must point to the *device's* memory
- it may call functions marked `__device__`, use `if`, `for` and local variables, and `printf`

Each thread has its own local variables. Most of them are kept in its registers (lesson *Measuring and tuning* shows what is not), and all disappear when the thread ends.
]] },

    { title = "Where the loop went", code = [[
// CPU: one thread, n steps
void square(float *out, const float *x, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] * x[i];
}

// GPU: n threads, one step each
__global__ void square(float *out, const float *x, int n)
{
    int i = /* who am I? */;
    out[i] = x[i] * x[i];
}
]], language = "cuda",
      caption = "The body of the loop is now the kernel. The loop itself is gone; the launch took its place." },

    { title = "A loop that stays", question = "Someone keeps the loop: each of 256 threads runs for (i = 0; i < n; i++) out[i] = x[i] * x[i]. What happens?",
      choices = {
        { "The work is split: each thread does a part of the loop",
          why = "Nothing splits it. Every thread runs a loop in a kernel from beginning to end." },
        { "All the work is done 256 times", right = true,
          why = "Every thread runs every step. Here the result is even right, since all threads write the same values, but the GPU has gained nothing. In place (x[i] = x[i] * x[i]) the result would be wrong as well." },
        { "The compiler removes the loop",
          why = "It compiles what you wrote, for each thread." },
      } },

    { title = "The launch", text = [[
The host sets the number of threads with two numbers:

`square<<<4, 256>>>(out, x, n);`

means 4 *blocks* of 256 *threads*, 1024 threads in all. Together they are the *grid*. A block has at most 1024 threads, so anything larger needs several blocks.

Inside the kernel, four built-in values tell a thread where it is:

- `threadIdx.x`: my number within my block
- `blockDim.x`: how many threads a block has
- `blockIdx.x`: the number of my block
- `gridDim.x`: how many blocks there are

`threadIdx.x` starts again at 0 in each block. To get a number that is unique in the grid, you combine these values.
]] },

    { title = "Who am I?", grid = { blocks = { 4 }, threads = { 8 }, block = { 2 }, thread = { 3 } },
      caption = "Two whole blocks of 8 threads come before the marked thread, and 3 threads of its own block: 2 * 8 + 3 = 19. In general: blockIdx.x * blockDim.x + threadIdx.x." },

    { title = "Thread 10 of block 3", question = "Blocks have 64 threads. Which number in the grid does thread 10 of block 3 have?",
      answer = 202, why = "3 * 64 + 10 = 202: three whole blocks come before it, and ten threads of its own block." },

    { title = "The formula for the index", question = "Without looking back: how does each thread compute its number in the grid?\n\n`int i = ____;`",
      blank = { "blockIdx.x * blockDim.x + threadIdx.x", "blockDim.x * blockIdx.x + threadIdx.x", "threadIdx.x + blockIdx.x * blockDim.x",
                "threadIdx.x + blockDim.x * blockIdx.x", "(blockIdx.x * blockDim.x) + threadIdx.x", "(blockDim.x * blockIdx.x) + threadIdx.x",
                "threadIdx.x + (blockIdx.x * blockDim.x)", "threadIdx.x + (blockDim.x * blockIdx.x)" },
      why = "`blockIdx.x` blocks come before mine, each with `blockDim.x` threads, and `threadIdx.x` threads of my own block. You do not need `gridDim.x` here: it only says how many blocks there are." },

    { title = "Guard the tail", text = [[
All blocks have the same size, but arrays can have any length. So you launch enough blocks for all elements, and usually get a few threads too many.

600 elements do not fit into two blocks of 256 (512 threads), so you need three: 768 threads. The last 168 have no element. They run the kernel anyway, and compute indices from 600 to 767.

If they use those indices, they read and write past the end of the arrays. The hardware does not stop them as long as the memory there belongs to your program: they silently change something else.

So each thread asks before it does anything: *is there an element with my number?*
]] },

    { title = "The frame", code = [[
__global__ void square(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // who am I?
    if (i < n)                                     // any work for me?
        out[i] = x[i] * x[i];                      // do it
}
]], language = "cuda",
      caption = "Note the <: the last element is n - 1. The guard protects the read as much as the write." },

    { title = "The guard, turned around", question = "Some programmers let the threads without work leave first, and write the rest of the kernel without a condition. What belongs in the blank?\n\n`if (____) return;`",
      blank = { "i >= n", "n <= i", "!(i < n)", "!(n > i)", "i > n - 1", "n - 1 < i", "not (i < n)", "not (n > i)" },
      why = "The guard is reversed: the opposite of `i < n` is `i >= n`. With `i > n`, thread n would stay, and access the element past the last one." },

    { title = "Threads without an element", question = "n = 1000, and blocks have 256 threads. If you launch just enough blocks, how many threads have no element?",
      answer = 24, why = "3 blocks are 768 threads: too few. 4 blocks are 1024, and 1024 - 1000 = 24 of them have no element." },

    { title = "Your turn: count from zero", exercise = "iota" },

    { title = "Inputs and outputs", text = [[
A pointer in a kernel carries neither a length nor a direction. Two habits help.

Put `const` on anything you only read: `const float *a`. The compiler then rejects a write to it. As a second check, warpbook compares the inputs after each run, and reports any thread that writes to one.

*Write every element of an output, and read none of them.* Newly allocated memory holds whatever was there before. Do not expect zeros, although you often find them when you try. warpbook fills outputs with a pattern before each run, and reports a read of an element that no thread has written.

Host and kernel agree on the order of the parameters. In this book the result comes first.
]] },

    { title = "Your turn: two arrays into a third", exercise = "add" },

    { title = "+= where = is meant", question = "In add, a programmer writes out[i] += a[i] + b[i]. On their GPU the result is right. Why is it a mistake?",
      choices = {
        { "It is not: += is the same as = when the array starts with zeros",
          why = "It would be, but nothing put zeros there. New memory may hold anything; theirs just happened to be clean." },
        { "It reads out[i] before any thread has written it", right = true,
          why = "The result depends on what the memory held before: zeros today, the last program's data tomorrow." },
        { "+= does not work in kernels",
          why = "It works as in C. In scale, the next exercise, the related operator *= is a good choice." },
      } },

    { title = "In place", text = [[
A kernel may read and write the same array. That is safe as long as each element belongs to one thread.

It is not safe when thread 5 reads element 6 while thread 6 changes it. Does thread 5 see the old value or the new one? Either, depending on which thread is faster, and your program does not control that. This is a *data race*: two threads access one memory location, at least one of them writes, and nothing orders the two accesses.

Races are treacherous because they often do no harm. The checker does not ask whether the result was right this time. It asks whether anything guaranteed it.
]] },

    { title = "Your turn: change an array in place", exercise = "scale" },

    { title = "Your turn: two arrays and a number", exercise = "saxpy" },

    { title = "Why saxpy waits for memory", text = [[
Each thread of saxpy reads 8 bytes, writes 4, and does one multiplication and one addition. What takes the time?

On paper, an H200 does 66.9 TFLOP/s (trillion floating-point operations per second), and its memory moves 4.8 TB/s (trillion bytes per second). In the time it takes to move 12 bytes, it could do 12 * 66.9 / 4.8 = 167 operations. saxpy does 2.

So the arithmetic is nearly free, and only the memory counts. That holds for most kernels in this lesson. (A sine and a cosine are about a hundred instructions as nvcc 13 compiles them; there the arithmetic begins to count.) Two rules follow:

- access each element as few times as possible
- keep what you need again in a local variable
]] },

    { title = "The price of a square root", question = "A second version of saxpy computes a * x[i] + y[i] and then its square root, all in one kernel. How much longer does it take?",
      choices = {
        { "Hardly any longer", right = true,
          why = "It moves the same 12 bytes. The square roots are computed while the memory serves other threads." },
        { "About twice as long: a square root is expensive",
          why = "It is expensive compared with an addition. But the arithmetic units have time to spare: the kernel waits for memory anyway." },
        { "As long as saxpy and a second kernel for the root together",
          why = "A second kernel would read and write everything again. Doing both in one kernel saves exactly that." },
      } },

    { title = "Coming from Python", experiment = "numba",
      caption = "Numba makes the same kernel from Python code: `cuda.grid(1)` is the index, and the launch is `saxpy[blocks, 256](y, x, a, n)`. An array also knows its length, so `i < y.size` would do. Run it: it does as many operations as the kernel in C++. You can answer `iota`, `add`, `scale`, `saxpy`, `transform` and `selu` in Python: on their pages, `L` changes the language." },

    { title = "Coming from Python: each element", code = [[
import math
from numba import vectorize

@vectorize(['float32(float32)'], target='cuda')
def transform(x):                # Numba adds index, guard and launch
    return math.cos(x) ** 2 + math.sin(x) ** 2
]], language = "python",
      caption = "In CuPy you would write `cp.cos(x)**2 + cp.sin(x)**2`, which runs one kernel for each operation and stores its result in a temporary array. On one H200 with 10 million floats we measured 0.319 ms for CuPy, and 0.211 ms for Numba's vectorize, which does it all in one kernel. (Moving these 80 MB takes only 0.02 ms. The rest is arithmetic, and overhead around the kernels.)" },

    { title = "Your turn: a function of each element", exercise = "transform" },

    { title = "Your turn: a branch", exercise = "selu" },

    { title = "What does a thread stand for?", text = [[
Until now thread i stood for element i, in every array. That is a choice, and not always the best one. A thread can stand for an input element, an output element, a pair, a pixel, a row.

A good rule: *give each thread something to write*. If every output belongs to exactly one thread, there is no race, and it is easy to see that you left none out. Then work out what that thread has to read.

When a thread no longer stands for an element, the guard must ask the right question: not "is my number below n?" but "does the element I am about to access exist?"
]] },

    { title = "Every second element", question = "Every second element of x (0, 2, 4, ...) goes into out, which has half the size. n is even, and each element of out has one thread. What does thread i do?",
      choices = {
        { "if (i % 2 == 0) out[i / 2] = x[i];",
          why = "That gives each element of x a thread. There are only half as many threads, so the second half of x would never be read." },
        { "if (2 * i < n) out[i] = x[2 * i];", right = true,
          why = "The thread stands for an output, computes where to read from, and the guard tests the index of the element it reads." },
        { "if (i < n) out[i] = x[2 * i];",
          why = "The formula is right but the guard is not: thread n - 1, if it exists, would read x[2 * n - 2]." },
      } },

    { title = "Your turn: pairs", exercise = "zip_stride" },

    { points = {
      "A kernel returns nothing; results go into arrays.",
      "Who am I: blockIdx.x * blockDim.x + threadIdx.x.",
      "Launches are rounded up to whole blocks, so guard the tail: if (i < n).",
      "New memory is not zero. Write every output, and do not read it first.",
      "Two threads on one element, one of them writing, are a data race, even if the result is right.",
      "Simple kernels wait for memory, not for arithmetic.",
      "Decide what a thread stands for; the best choice is something that only it writes.",
    } },
  },
}
