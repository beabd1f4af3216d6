return {
  title = "Kernels", minutes = 30,
  summary = "Give each element of an array a thread, for any number of elements.",
  steps = {
    { title = "What this is for", text = [[
Most work on arrays has one shape: do the same for every element. In this lesson you learn to write it for a GPU, and to write it right: for one element, for a million, and for any awkward number between.

It takes about 30 minutes of reading and trying, and has seven exercises. The first four are short. Each of them has the same frame, three lines that you will soon write without thinking:

- who am I?
- is there work for me?
- do it
]] },

    { title = "A kernel returns nothing", text = [[
A thousand threads run the same function. If each returned a value, which one would the caller get?

So a kernel returns `void`, always; the compiler refuses anything else. Results go into an array that the caller passes in as a pointer.

The other rules of a kernel:

- `__global__` stands in front
- its arguments are the same for every thread; plain numbers are copied
- pointers must point to the *device's* memory
- it may call functions marked `__device__`, use `if`, `for` and local variables, and `printf`

Local variables belong to one thread alone. They live in its registers, and are gone when the thread ends.
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
      caption = "What stood inside the loop is now the kernel. The loop itself is gone; the launch took its place." },

    { question = "Someone keeps the loop: each of 256 threads runs for (i = 0; i < n; i++) out[i] = x[i] * x[i]. What happens?",
      choices = {
        { "The work is split: each thread does a part of the loop",
          why = "Nothing splits it. A loop in a kernel is run from beginning to end by every thread." },
        { "All the work is done 256 times", right = true,
          why = "Every thread runs every step. Here the result is even right, all write the same, but the GPU has gained nothing. Had it been in place (x[i] = x[i] * x[i]), it would be wrong as well." },
        { "The compiler removes the loop",
          why = "It compiles what you wrote, for each thread." },
      } },

    { title = "The launch", text = [[
The host says how many threads there are, in two numbers:

`square<<<4, 256>>>(out, x, n);`

means 4 *blocks* of 256 *threads*, 1024 threads in all. Together they are the *grid*. A block has 1024 threads at most, so anything larger needs several blocks.

Inside the kernel four built-in values tell a thread where it is:

- `threadIdx.x`: my number in my block
- `blockDim.x`: how many threads a block has
- `blockIdx.x`: the number of my block
- `gridDim.x`: how many blocks there are

`threadIdx.x` begins again with 0 in each block. To get a number that is unique in the grid, one has to put them together.
]] },

    { title = "Who am I?", grid = { blocks = { 4 }, threads = { 8 }, block = { 2 }, thread = { 3 } },
      caption = "Two whole blocks of 8 threads stand before the marked one, and 3 threads of its own block: 2 * 8 + 3 = 19. In general: blockIdx.x * blockDim.x + threadIdx.x." },

    { question = "Blocks of 64 threads. What number in the grid has thread 10 of block 3?",
      answer = 202, why = "3 * 64 + 10 = 202: three whole blocks are before it, and ten threads of its own." },

    { title = "Guard the tail", text = [[
Blocks are all of the same size, and arrays have any length. So one launches enough blocks for all elements, and a few threads too many.

With 600 elements and blocks of 256, two blocks are not enough (512), so it takes three: 768 threads. The last 168 have no element. They run the kernel all the same, and compute numbers from 600 to 767.

If they use them, they read and write behind the end of the arrays. Nothing in the hardware stops them as long as the memory there belongs to the program: they silently change something else.

So each thread asks before it does anything: *is there an element of my number?*
]] },

    { title = "The frame", code = [[
__global__ void square(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // who am I?
    if (i < n)                                     // any work for me?
        out[i] = x[i] * x[i];                      // do it
}
]], language = "cuda",
      caption = "Note the <: the last element is n - 1. The guard protects the reading as much as the writing." },

    { question = "n = 1000 and blocks of 256. How many threads does a launch of just enough blocks have too many?",
      answer = 24, why = "3 blocks are 768 threads: too few. 4 blocks are 1024, and 1024 - 1000 = 24 of them find no element." },

    { title = "Your turn: count from zero", exercise = "iota" },

    { title = "Inputs and outputs", text = [[
Pointers in a kernel carry neither a length nor a direction. Two habits help.

`const` on what is only read: `const float *a`. The compiler then refuses a write to it. warpbook compares the inputs after each run besides, and reports any thread that writes one.

*Write every element of an output, read none.* Memory that was just asked for holds whatever was there before. It is not zero, although it often looks so when you try. warpbook fills outputs with a pattern before each run, and reports a read of an element nobody has written.

The order of the parameters is agreed between host and kernel. In this book the result comes first.
]] },

    { title = "Your turn: two arrays into a third", exercise = "add" },

    { question = "In add, somebody writes out[i] += a[i] + b[i]. On their GPU the result is right. Why is it a mistake?",
      choices = {
        { "It is none: += is the same as = when the array starts with zeros",
          why = "It would be, but who put the zeros there? New memory may hold anything; theirs just happened to be clean." },
        { "It reads out[i] before anybody wrote it", right = true,
          why = "The result depends on what the memory held before: zeros today, the last program's data tomorrow." },
        { "+= does not work in kernels",
          why = "It works as in C. scale, the next exercise, is a good use of its kind." },
      } },

    { title = "In place", text = [[
A kernel may read and write the same array. It is safe as long as each element belongs to one thread.

It is not safe when thread 5 reads element 6, which thread 6 is changing. Does thread 5 see the old or the new value? Either, depending on who comes first, and nobody decides that. It is called a *data race*: two threads, one place, at least one of them writes, and nothing puts them in order.

Races are treacherous because they often go well. The checker does not look at whether it went well this time. It looks at whether anything made sure of it.
]] },

    { title = "Your turn: change an array in place", exercise = "scale" },

    { title = "Your turn: two arrays and a number", exercise = "saxpy" },

    { title = "Why saxpy waits for memory", text = [[
Each thread of saxpy reads 8 bytes, writes 4, and does one multiplication and one addition. What takes the time?

Take an H200 on paper: 66.9 million million operations a second, and 4.8 million million bytes. In the time in which 12 bytes travel it could do 12 * 66.9 / 4.8 = 167 operations. saxpy does 2.

So the arithmetic is nearly free, and the memory is all that counts. That holds for most kernels of this lesson. (For one that computes a sine and a cosine, about a hundred instructions as nvcc 13 makes them, the arithmetic begins to count.) Two things follow:

- touch each element as few times as possible
- keep what you need again in a local variable
]] },

    { question = "A second version of saxpy computes a * x[i] + y[i] and then the square root of it, all in one kernel. How much longer does it take?",
      choices = {
        { "Hardly any longer", right = true,
          why = "The same 12 bytes travel. The square root is done while the memory works on other threads' requests." },
        { "About twice as long, a square root is expensive",
          why = "It is, beside an addition. But the arithmetic has time to spare: the kernel waits for memory anyway." },
        { "As long as saxpy and a second kernel for the root together",
          why = "A second kernel would read and write everything again. Doing it in one saves just that." },
      } },

    { title = "Coming from Python", code = [[
import math
from numba import cuda, vectorize

@cuda.jit
def saxpy(y, x, a):
    i = cuda.grid(1)             # blockIdx.x * blockDim.x + threadIdx.x
    if i < y.size:               # the guard is yours in Python as well
        y[i] = a * x[i] + y[i]

@vectorize(['float32(float32)'], target='cuda')
def transform(x):                # index, guard, launch: made for you
    return math.cos(x) ** 2 + math.sin(x) ** 2
]], language = "python",
      caption = "With CuPy one would write `cp.cos(x)**2 + cp.sin(x)**2`: one kernel for each operation, and an array between each two. Measured on one H200 with 10 million floats: CuPy 0.319 ms, Numba's vectorize, with all in one kernel, 0.211 ms. (The memory alone would take 0.02 ms for these 80 MB. The rest is arithmetic, and what happens around the kernels.)" },

    { title = "Your turn: a function of each element", exercise = "transform" },

    { title = "What does a thread stand for?", text = [[
Until now thread i was element i, in every array. That is a choice, and not always the best one. A thread can stand for an input element, an output element, a pair, a pixel, a row.

A good rule: *give a thread something to write*. If every output belongs to exactly one thread, there is no race, and it is easy to see that none is forgotten. Then work out what that thread has to read.

And once a thread is not an element any more, the guard must ask the right question: not "is my number below n?" but "is what I am going to touch there?"
]] },

    { question = "Every second element of x (0, 2, 4, ...) goes into out, which has half the size. n is even; there is one thread for each element of out. What does thread i do?",
      choices = {
        { "if (i % 2 == 0) out[i / 2] = x[i];",
          why = "That gives a thread to each element of x. There are only half as many threads, so the second half of x would never be looked at." },
        { "if (2 * i < n) out[i] = x[2 * i];", right = true,
          why = "The thread stands for an output, computes where to read from, and the guard is about the element it reads." },
        { "if (i < n) out[i] = x[2 * i];",
          why = "The formula is right but not the guard: thread n - 1, if there is one, would read x[2 * n - 2]." },
      } },

    { title = "Your turn: a branch", exercise = "selu" },

    { title = "Your turn: pairs", exercise = "zip_stride" },

    { points = {
      "A kernel returns nothing; results go into arrays.",
      "Who am I: blockIdx.x * blockDim.x + threadIdx.x.",
      "Launches are rounded up to whole blocks, so guard the tail: if (i < n).",
      "New memory is not zero. Write every output, read none before.",
      "Two threads on one element, one of them writing, is a data race, also when it goes well.",
      "Simple kernels wait for memory, not for arithmetic.",
      "Decide what a thread stands for; best is something it alone writes.",
    } },
  },
}
