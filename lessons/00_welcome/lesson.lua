return {
  title = "Welcome", minutes = 25,
  summary = "What a GPU is good at, how a CPU drives it; your first kernel.",
  steps = {
    { title = "What this is for", text = [[
This workbook teaches you to program a GPU in CUDA C. You need to know a little C or Python, and nothing about GPUs.

You will write small programs called *kernels*, and see within a second whether each is right. When one is wrong, the report names the line, the thread and the array element.

This first lesson takes about 25 minutes:

- what a GPU is good at, and what not
- host and device: who does what
- how to use this workbook
- your first kernel, one line long
- your first program for the host, which expects the worst

`space` takes you to the next step, the left arrow back. A question is answered with the key of its number; a wrong answer costs nothing, and says why.
]] },

    { title = "Two ways to be fast", text = [[
There are two questions one can ask about speed.

*How long does one thing take?* That is latency. A racing car on an empty road has a low one: it brings one person across town very soon.

*How much gets done in an hour?* That is throughput. Forty slow buses on a wide road win this one easily, though nobody in them arrives as early as the racing driver.

A CPU is built for latency. A handful of clever cores guess what comes next, and keep data close at hand, so that one sequence of instructions is over soon.

A GPU is built for throughput. Thousands of simple threads each take their time, and together they get far more done, provided there *are* thousands of things to do.
]] },

    { question = "A GPU needs longer than a CPU for one single addition. When is it the better choice all the same?",
      choices = {
        { "When the additions depend on each other, one after the other",
          why = "Then only one thread can work at a time, and a GPU thread is the slower one. Chains are the CPU's strength." },
        { "When there are millions of additions that do not depend on each other", right = true,
          why = "All of them can be under way together. Each takes longer, but far more of them are finished per second." },
        { "Never, since each addition is slower",
          why = "That is thinking of latency only. What counts for a large job is how much is finished per second." },
        { "When the numbers are small",
          why = "The size of the numbers makes no difference. The number of independent operations does." },
      } },

    { title = "Few fast cores, many slow ones", text = [[
A CPU has a few cores, or a few dozen. What takes up the room in each is the machinery that makes *one* thread fast: large caches (fast memory close by), guesses at what comes next, several instructions at once.

A GPU spends that room on arithmetic. It is made of *streaming multiprocessors*, SMs for short, and each keeps very many threads at hand. Take an NVIDIA H200 as an example:

- 132 SMs
- up to 64 groups of 32 threads on each SM
- main memory that delivers 4.8 TB/s on paper; a copy that we measured ran at 4.19 TB/s

A group of 32 threads is called a *warp*. Its threads take their steps together, each on data of its own. The book is named after it, and lesson 03 is about it.
]] },

    { question = "How many threads can that H200 hold at the same time? (132 SMs, 64 warps each, 32 threads in a warp)",
      answer = 270336,
      why = "132 x 64 x 32 = 270336. With a thousand elements most of it would stand idle, so GPUs want large problems." },

    { title = "Why so many threads", text = [[
Memory is far away. On an A100 a value that is in no cache takes about 550 clock cycles to arrive; on a GPU of the H200's generation nearly 700. What does a processor do meanwhile?

A CPU tries not to wait: it keeps big caches and guesses what comes next.

A GPU lets the warp wait and carries on with another one that has its data already. Changing warps costs nothing: the values that a thread works on lie in *registers*, and every thread keeps its own all the time. With enough warps there is always one that can go on, and the waiting disappears behind the work.

So you will start far more threads than there are places to compute. That is not wasteful, it is how the machine works.
]] },

    { question = "Which of these jobs suits a GPU best?",
      choices = {
        { "Reading a text file line by line and looking each word up in a tree",
          why = "Short chains of decisions on scattered data, and the file comes in one line at a time. A CPU core does this well." },
        { "Adding up the prices of one shopping list",
          why = "A few dozen additions. The trip of the data to the GPU takes longer than the work." },
        { "Making every pixel of a film brighter", right = true,
          why = "The same short computation on millions of elements, none depending on another: exactly the GPU's kind of work." },
        { "Computing the millionth value of x = f(x), one from the other",
          why = "Each value needs the one before, so there is never more than one thing to do at a time." },
      } },

    { title = "Host and device", text = [[
A GPU does not run programs by itself. In CUDA the CPU and its memory are called the *host*, the GPU and its memory the *device*. Each computes on its own memory.

The host's program is in charge. It

- asks for memory on the device
- copies the input there
- launches a kernel: "run this function with so many threads"
- waits, and copies the result back

The road between the two is slow, measured against either memory. So one copies rarely, and leaves data on the device as long as it is needed there.

In most exercises of the first lessons, warpbook plays the host. It does these four steps for you, and you write the kernel.
]] },

    { title = "C in one page, for those who know Python", text = [[
Kernels use little of C. Who knows it goes on to the next page.

- `int n; float a;` variables have a type. `//` begins a comment
- `float *x` is an array of floats: more exactly, the address of its first element. `x[i]` is as in Python, but nobody knows the length, and `x[-1]` is not the last
- `const float *x`: its elements may be read, not written
- `{ }` do what indentation does, and `;` ends a statement
- `for (int i = 0; i < n; i++)` is `for i in range(n)`
- `&&`, `||`, `!` are `and`, `or`, `not`; `c ? a : b` is `a if c else b`
- `7 / 2` of whole numbers is 3, and `7 % 2` is 1
- `x *= 2` is as in Python; there is no `**`, and `^` is something else
]] },

    { title = "A whole CUDA program", code = [[
int main(void)
{
    float *x = nullptr;                 // to point to device memory
    cudaMalloc(&x, bytes);              // ask for memory there
    cudaMemcpy(x, input, bytes, cudaMemcpyHostToDevice);   // to, from

    brighten<<<blocks, threads>>>(x, n);        // launch the kernel

    cudaMemcpy(output, x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(x);
}
]], language = "cuda",
      caption = "Do not learn it by heart: host code has its own lessons. CUDA C is C++ underneath, so nullptr is its NULL; only the line with <<< >>> is new syntax. Each of these calls can fail and says so: the last exercise of this lesson is about that." },

    { question = "In that program, what happens if the host writes x[0] = 1 after the cudaMalloc?",
      choices = {
        { "The device's memory changes, as the pointer says",
          why = "The host cannot reach that memory by a plain assignment. Data goes there by a copy or by a kernel." },
        { "The host touches an address that is not its own: most likely a crash", right = true,
          why = "x is a number that means something on the device only. The host may pass it on, but not follow it." },
        { "CUDA copies the value over behind the scenes",
          why = "There is a kind of memory that does so (managed, lesson 06). Memory from cudaMalloc does not." },
      } },

    { title = "The device on this machine", text = [[
Kernels run on one of two devices:

- *a GPU*, where warpbook can use one
- *a virtual machine*, part of warpbook, which needs no GPU. It executes what the real compiler made of your code, thread by thread, and watches every access to memory.

Type `warpbook doctor` in a shell: it tells which device your kernels run on, which compiler makes them, and what to do if something is missing.

The virtual machine is slower than a GPU, but it notices more. A real GPU often lets a wrong access pass and gives you some number. The virtual machine says which thread did it, on which line, and what it touched.
]] },

    { title = "One function, many threads", text = [[
A kernel is a function that many threads run at the same time. `__global__` in front of it marks it: called from the host, run on the device.

All threads get the same arguments and run the same lines. If that were all, they would do the same thing, and having many would be no use. But each knows its own number. Threads are launched in groups called *blocks*: in a block of 8 threads, `threadIdx.x` is 0 in the first of them and 7 in the last.

So the one question in every kernel is: *who am I, and what is my part of the work?*
]] },

    { title = "Who is who in a block", grid = { blocks = { 1 }, threads = { 8 }, block = { 0 }, thread = { 5 } },
      caption = "One block of 8 threads. In the marked one, threadIdx.x is 5. Counting starts from 0, as with arrays." },

    { title = "A first kernel", code = [[
__global__ void double_me(int *x)
{
    int me = threadIdx.x;
    x[me] = 2 * x[me];
}

// on the host: one block of 8 threads
double_me<<<1, 8>>>(x);
]], language = "cuda",
      caption = "Eight threads, eight elements. Thread 5 reads x[5] and writes x[5]. There is no loop: the launch made the threads." },

    { question = "In which order do the 8 threads double their elements?",
      choices = {
        { "0, 1, 2, ... 7, like a loop",
          why = "It may look so, but nothing promises it. Code that counts on it breaks on another GPU, or another day." },
        { "All in exactly the same instant, always",
          why = "Threads of one warp often move together, but even that is not promised, and larger blocks have many warps." },
        { "In any order; the program may not depend on it", right = true,
          why = "That is the bargain: you give up the order, and get thousands of threads that need not wait for each other." },
      } },

    { title = "How to work here", text = [[
The keys you can use are always on the bottom line; `?` explains them. On the page of an exercise these matter:

- `e` opens your file in your editor (`$VISUAL` or `$EDITOR`)
- saving the file checks it, and so does `c`
- `h` shows a hint; there are three, and each says more than the last
- `s` shows a solution with its reasons, once you have passed
- `r` gives you the file as it was in the beginning; yours is kept beside it
- `q` goes back

You can leave at any time. What you passed, and where you were, is kept. No exercise is locked, so skip what you know.
]] },

    { title = "The same from a shell", text = [[
Everything works without this screen too. In a shell:

- `warpbook init` makes a workspace: a folder with a file for each exercise
- `warpbook list` shows the exercises and how far you are
- `warpbook show hello_threads` shows the task and where the file is
- `warpbook check hello_threads` checks it once
- `warpbook watch hello_threads` checks it on every save, beside your editor
- `warpbook hint hello_threads` gives the next hint

Each check draws new input and tries several sizes, because programs that are right for one size only are the most common kind of wrong. The report ends with the seed of its inputs, so that any failure can be repeated exactly.
]] },

    { title = "Your turn: everybody takes a seat", exercise = "hello_threads" },

    { title = "How to read a report", text = [[
A check ends in one verdict. The usual ones:

- *the compiler refuses the file*: the compiler's own words, and the line
- *a thread touches memory it must not*: the line, the thread, the element
- *threads race for the same memory*: two threads, one place, no order
- *the answer is wrong*: the first wrong element, expected and found
- *passed*. What is counted below it, warp instructions and sectors, is for lessons 03 and 04

Look for the first thing the report says, mend that, and check again. Later complaints are often only its echo.

"Never written" means just that: before each run warpbook fills every output with a pattern that no computation leaves behind, so a forgotten element cannot be right by luck.
]] },

    { title = "Every call can fail", code = [[
float *x;
cudaError_t error = cudaMalloc(&x, bytes);
if (error != cudaSuccess)
    printf("no memory: %s\n", cudaGetErrorString(error));

brighten<<<blocks, threads>>>(x, n);    // returns nothing,
error = cudaGetLastError();             // so one has to ask
]], language = "cuda",
      caption = "Calls of CUDA return an error code, and do no more about it, whether anybody looks or not. Who does not look gets a wrong result much later, with no word of why. Many a question about CUDA on the net is answered by the first call that failed." },

    { question = "A program calls cudaMalloc, launches a kernel, and copies the result back, and never looks at an error. The device has no memory left. What does its user see?",
      choices = {
        { "The program stops at cudaMalloc",
          why = "cudaMalloc returns an error code, and nothing else happens." },
        { "A result that is wrong, and no message", right = true,
          why = "The pointer was never set, the kernel works on nothing, the copy fails, too. The output array holds what it held before." },
        { "A message of the driver on the terminal",
          why = "CUDA prints nothing by itself. The codes are all there is." },
      } },

    { title = "Your turn: every call can fail", exercise = "error_check" },

    { title = "Coming from Python: Numba", code = [[
from numba import cuda
import numpy as np

@cuda.jit
def hello_threads(seat):
    me = cuda.threadIdx.x
    seat[me] = me

seat = np.empty(4, dtype=np.int32)
hello_threads[1, 4](seat)          # 1 block, 4 threads
]], language = "python",
      caption = "The same kernel in Python. @cuda.jit stands for __global__, the square brackets for <<< >>>. Numba copies a NumPy array to the device and back by itself: convenient, but a copy at every launch. What you learn here about threads holds there word for word." },

    { question = "hello_threads was launched with as many threads as there are seats. What if one launches 5 threads for 4 seats?",
      choices = {
        { "Thread 4 notices that there is no seat and does nothing",
          why = "Nobody checks that for you in CUDA C. Thread 4 runs the same line as all others." },
        { "The launch is refused",
          why = "The launch does not know how long the array is: a pointer does not carry a length." },
        { "Thread 4 writes behind the end of the array", right = true,
          why = "And on a GPU that often goes unnoticed, until it does damage. Lesson 01 shows the guard that prevents it." },
      } },

    { points = {
      "A CPU is built for latency, a GPU for throughput: many independent things at a time.",
      "Host is the CPU and its memory, device the GPU and its memory. Copies between them are slow.",
      "A kernel is one function run by many threads; threadIdx.x tells them apart.",
      "Nothing is promised about the order of the threads.",
      "Every call of CUDA can fail, and only says so to who asks.",
      "e edits, saving checks, h gives a hint, ? explains the keys.",
    } },
  },
}
