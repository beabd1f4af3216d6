return {
  title = "Welcome", minutes = 25,
  summary = "What a GPU is good at, how a CPU drives it; your first kernel.",
  steps = {
    { title = "What this is for", text = [[
This workbook teaches you to program a GPU in CUDA C. You need to know a little C or Python, and nothing about GPUs.

You will write small programs called *kernels*, and see within a second whether each is right. When one is wrong, the report names the line, the thread and the array element.

This first lesson takes about 25 minutes:

- what a GPU is good at, and what it is not
- host and device: which does what
- how to use this workbook
- your first kernel, one line long

`space` takes you to the next step, the left arrow back. Answer a question with the number key of your choice. A wrong answer costs nothing, and the page explains why it is wrong.
]] },

    { title = "Two ways to be fast", text = [[
You can ask two questions about speed.

*How long does one thing take?* That is latency. A racing car on an empty road has low latency: it brings one person across town very quickly.

*How much gets done in an hour?* That is throughput. Forty slow buses on a wide road have more of it, though none of their passengers arrives as early as the racing driver.

A CPU is built for latency. A handful of clever cores guess what comes next and keep data close at hand, so that one sequence of instructions finishes soon.

A GPU is built for throughput. Thousands of simple threads each take their time, and together they get far more done, provided there *are* thousands of things to do.
]] },

    { title = "When a GPU pays off", question = "A single addition takes longer on a GPU than on a CPU. When is the GPU still the better choice?",
      choices = {
        { "When the additions depend on each other, one after the other",
          why = "Then only one thread can work at a time, and a GPU thread is the slower one. Chains are the CPU's strength." },
        { "When there are millions of additions that do not depend on each other", right = true,
          why = "All of them can be in progress together. Each takes longer, but far more of them finish per second." },
        { "Never, since each addition is slower",
          why = "That considers only latency. For a large job, what counts is how much finishes per second." },
        { "When the numbers are small",
          why = "The size of the numbers makes no difference. The number of independent operations does." },
      } },

    { title = "Few fast cores, many slow ones", text = [[
A CPU has a handful of cores, or a few dozen. Most of the chip area in each core goes into making *one* thread fast: large caches (fast memory close by), guesses at what comes next, several instructions at once.

A GPU spends that area on arithmetic. It consists of *streaming multiprocessors*, SMs for short, and each SM keeps very many threads ready to run. An NVIDIA H200, for example, has

- 132 SMs
- up to 64 groups of 32 threads on each SM
- a memory that delivers 4.8 TB/s (terabytes per second) on paper; we measured a copy at 4.19 TB/s

A group of 32 threads is called a *warp*. Its threads execute the same instruction together, each on its own data. This book is named after the warp, and lesson *Warps* explains it.
]] },

    { title = "How many threads an H200 holds", question = "How many threads can that H200 hold at the same time? (132 SMs, 64 warps each, 32 threads in a warp)",
      answer = 270336,
      why = "132 x 64 x 32 = 270336. With a thousand elements most of the GPU would sit idle, so GPUs need large problems." },

    { title = "Side by side", text = [[
A processor for servers, and a GPU of about the same age. The figures are rounded.
]],
      table = {
        { "", "a CPU with 64 cores", "an H200" },
        { "clock", "3.1 to 3.7 GHz", "up to 2 GHz" },
        { "threads ready to run", "128", "270336" },
        { "multiply-adds per clock cycle", "1024 floats", "16896 floats" },
        { "caches on the chip", "320 MB", "about 80 MB" },
        { "all registers together", "less than 1 MB", "33 MB" },
        { "memory", "up to a few TB", "141 GB" },
        { "memory bandwidth", "0.5 TB/s", "4.8 TB/s" },
        { "power", "360 W", "700 W" },
        { "how you program it", "threads that differ, each with its own work", "one function for all threads" },
      } },

    { title = "Why so many threads", text = [[
Memory is far away. On an A100, a value that is in no cache takes about 550 clock cycles to arrive; on a GPU of the H200's generation, nearly 700. What does a processor do in the meantime?

A CPU tries not to wait: it keeps big caches and guesses what comes next.

A GPU lets the warp wait and switches to another warp whose data has already arrived. Switching costs nothing: the values a thread works on are in *registers*, and every thread keeps its own registers all the time. With enough warps, one of them is always ready to run, and the waiting disappears behind the work.

So you will start far more threads than the GPU has arithmetic units. That is not wasteful: it is how the machine works.
]] },

    { title = "Which job suits a GPU", question = "Which of these jobs suits a GPU best?",
      choices = {
        { "Reading a text file line by line and looking each word up in a tree",
          why = "These are short chains of decisions on scattered data, and the program reads the file one line at a time. A CPU core does this well." },
        { "Adding up the prices of one shopping list",
          why = "That is a few dozen additions. Copying the data to the GPU takes longer than the work." },
        { "Making every pixel of a film brighter", right = true,
          why = "The same short computation on millions of elements, none of which depends on another: exactly the GPU's kind of work." },
        { "Computing the millionth value of x = f(x), each from the one before",
          why = "Each value needs the one before, so there is never more than one thing to do at a time." },
      } },

    { title = "Why GPUs", text = [[
Until about 2005, each new CPU had a higher clock frequency. Then heat set the limit: power grows faster than frequency. Since then, more speed means *more arithmetic units at once*, and what counts is work per watt and per dollar.

GPUs already worked like that: made for graphics, they compute millions of pixels, each by itself and each in the same way. This is *data parallelism*. From 2001 on, people disguised other computations as pictures (GPGPU, general-purpose computing on GPUs); since 2007, CUDA has made that unnecessary.

Today GPUs compute

- neural networks: training and inference
- molecules, proteins and materials, in chemistry and drug design
- weather, climate, and the flow around wings
- films, games, video and medical images
- large tables: sorting, joining, grouping
]] },

    { title = "What a power budget buys", question = "A cluster may use 1 MW of power. What decides how much it can compute?",
      choices = {
        { "Its clock frequency", why = "At half the frequency a unit needs much less than half the power. So more units at a lower frequency compute more with the same power." },
        { "The work that its processors do per watt", right = true,
          why = "That is why most of the largest computers have GPUs: on work that suits them, they do several times as much per watt as CPUs." },
        { "The number of its processors", why = "The number says little, unless you know how much work and how much power each of them contributes." },
      } },

    { title = "Three ways to be parallel", text = [[
A program can use many cores, many computers of a cluster (its *nodes*), and GPUs; large programs use all three. Python itself usually runs on one core: its global lock (GIL) lets only one thread at a time execute Python. (Since 3.14, builds without this lock are supported, but most programs still run with it.) The parallel work happens in the libraries that Python calls, in several processes, or on GPUs.
]],
      table = {
        { "", "many cores", "many nodes", "a GPU" },
        { "memory", "shared", "each has its own", "its own, apart from the host's" },
        { "you exchange by", "reading and writing", "messages", "copies" },
        { "in C", "threads, OpenMP", "MPI", "CUDA" },
        { "in Python", "NumPy's libraries, `@njit(parallel=True)`", "mpi4py, Dask", "CuPy, Numba, PyTorch, JAX" },
        { "lessons", "Libraries, in part", "Many GPUs and clusters", "all" },
      } },

    { title = "Host and device", text = [[
A GPU does not run programs by itself. In CUDA, the CPU and its memory are called the *host*, and the GPU and its memory are called the *device*. Each computes on its own memory.

The program on the host is in charge. It

- allocates memory on the device
- copies the input there
- launches a kernel: "run this function with so many threads"
- waits, and copies the result back

In most machines the link between the two is PCIe, which is far slower than either memory. (A Grace CPU has a faster one to its GPU, NVLink-C2C: 450 GB/s each way, about as fast as the CPU's own memory, but a tenth of the GPU's.) So copy rarely, and leave data on the device for as long as you need it there.

In most exercises of the first lessons, warpbook plays the host. It does these four steps for you, and you write the kernel.
]] },

    { title = "C in one page, for those who know Python", text = [[
Kernels use only a little of C. If you know C, go on to the next page.

- `int n; float a;` every variable has a type. `//` starts a comment
- `float *x` is an array of floats: more exactly, the address of its first element. `x[i]` works as in Python, but `x` does not know its length, and `x[-1]` is not the last element
- `const float *x`: you may read its elements but not write them
- `{ }` do what indentation does, and `;` ends a statement
- `for (int i = 0; i < n; i++)` is `for i in range(n)`
- `&&`, `||`, `!` are `and`, `or`, `not`; `c ? a : b` is `a if c else b`
- with integers, `7 / 2` is 3 and `7 % 2` is 1
- `x *= 2` is as in Python. There is no `**`, and `^` is not a power

Host code needs a little more; lesson *Grids* has the second page.
]] },

    { title = "A whole CUDA program", code = [[
int main(void)
{
    float *x = nullptr;                 // will point to device memory
    cudaMalloc(&x, bytes);              // allocate memory there
    cudaMemcpy(x, input, bytes, cudaMemcpyHostToDevice);   // to, from

    brighten<<<blocks, threads>>>(x, n);        // launch the kernel

    cudaMemcpy(output, x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(x);
}
]], language = "cuda",
      caption = "You do not have to remember this: host code has its own lessons. CUDA C is really C++, where the null pointer is called nullptr; only the line with <<< >>> is new syntax. Any of these calls can fail and return an error code: lesson *Grids* shows how to handle that." },

    { title = "Host code, device pointer", question = "In that program, what happens if the host writes x[0] = 1 after the cudaMalloc?",
      choices = {
        { "The device's memory changes, since that is where x points",
          why = "The host cannot write to that memory with a plain assignment. Only a copy or a kernel can put data there." },
        { "The host accesses an address that it does not own: most likely a crash", right = true,
          why = "The address in x is valid only on the device. The host may pass it on, but must not follow it." },
        { "CUDA copies the value to the device behind the scenes",
          why = "One kind of memory does that (managed memory, lesson *Host memory*). Memory from cudaMalloc does not." },
      } },

    { title = "In which order?", question = "This program adds 1 to each number of an array in host memory. Put its lines in the right order.",
      order = {
        "cudaMalloc(&x, bytes);",
        "cudaMemcpy(x, numbers, bytes, cudaMemcpyHostToDevice);",
        "add_one<<<blocks, threads>>>(x, n);",
        "cudaMemcpy(numbers, x, bytes, cudaMemcpyDeviceToHost);",
        "cudaFree(x);",
      },
      why = "Allocate, copy in, launch, copy out, free. Each line needs what the one before it has done." },

    { title = "The device on this machine", text = [[
Kernels run on one of two devices:

- *a GPU*, if warpbook can use one
- *a virtual machine*, part of warpbook, which needs no GPU. It executes the code that the real compiler made from yours, thread by thread, and watches every memory access.

Type `warpbook doctor` in a shell: it shows which device runs your kernels, which compiler builds them, and what to do if something is missing.

The virtual machine is slower than a GPU, but it notices more. A real GPU often lets an out-of-bounds access pass and gives you some number. The virtual machine reports which thread did it, on which line, and what it accessed.
]] },

    { title = "One function, many threads", text = [[
A kernel is a function that many threads run at the same time. The word `__global__` in front marks it: the host calls it, and the device runs it.

All threads get the same arguments and run the same lines. If that were all, they would all do the same thing, and having many would be useless. But each thread knows its own number. Threads are launched in groups called *blocks*: in a block of 8 threads, `threadIdx.x` is 0 in the first thread and 7 in the last.

So every kernel begins with one question: *who am I, and what is my part of the work?*
]] },

    { title = "Who is who in a block", grid = { blocks = { 1 }, threads = { 8 }, block = { 0 }, thread = { 5 } },
      caption = "One block of 8 threads. In the marked one, threadIdx.x is 5. Counting starts at 0, as with arrays." },

    { title = "A first kernel", code = [[
__global__ void double_me(int *x)
{
    int me = threadIdx.x;
    x[me] = 2 * x[me];
}

// on the host: one block of 8 threads
double_me<<<1, 8>>>(x);
]], language = "cuda",
      caption = "Eight threads, eight elements. Thread 5 reads x[5] and writes x[5]. There is no loop: the launch created the threads." },

    { title = "The order of eight threads", question = "In which order do the 8 threads double their elements?",
      choices = {
        { "0, 1, 2, ... 7, like a loop",
          why = "It may happen that way, but nothing guarantees it. Code that relies on it breaks on another GPU, or on another day." },
        { "All at exactly the same instant, always",
          why = "Threads of one warp often run together, but even that is not guaranteed, and larger blocks have many warps." },
        { "In any order; the program must not depend on it", right = true,
          why = "That is the bargain: you give up the order, and get thousands of threads that need not wait for each other." },
      } },

    { title = "How to work here", text = [[
The bottom line always shows the keys you can use; `?` explains them. On the page of an exercise these matter:

- `e` opens your file in your editor (`$VISUAL` or `$EDITOR`)
- saving the file checks it, and so does `c`
- `h` shows a hint; there are three, and each reveals more than the last
- `s` shows a solution and its reasons, once you have passed
- `R` restores the file you started with, and keeps a backup of yours
- `q` goes back

You can leave at any time. The workbook remembers what you passed and where you were. No exercise is locked, so skip what you know.
]] },

    { title = "The same from a shell", text = [[
Everything works without this screen too. In a shell:

- `warpbook init` makes a workspace: a folder with a file for each exercise
- `warpbook list` shows the exercises and your progress
- `warpbook show hello_threads` shows the task and where the file is
- `warpbook check hello_threads` checks it once
- `warpbook watch hello_threads` checks it on every save, next to your editor
- `warpbook hint hello_threads` gives the next hint

Each check generates new input and tries several sizes, because many wrong programs are right for one size. The report ends with the seed of its inputs, so that you can repeat any failure exactly.
]] },

    { title = "Your turn: everybody takes a seat", exercise = "hello_threads" },

    { title = "How to read a report", text = [[
A check ends in one verdict. The usual ones:

- a *compile error*: the compiler's own words, and the line
- an *out-of-bounds access* or another memory error: the line, the thread, the element
- a *data race*: two threads, one memory location, and no order between them
- a *wrong answer*: the first wrong element, what was expected, and your value
- *passed*. From lesson *Warps* on, the report then also says how much work your kernel did

Fix the first problem in the report, then check again. Later problems are often only consequences of the first.

"Never written" means just that: before each run warpbook fills every output with a pattern that no computation produces, so a forgotten element cannot be right by luck.
]] },

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
      caption = "The same kernel in Python. @cuda.jit corresponds to __global__, the square brackets to <<< >>>. Numba copies a NumPy array to the device and back by itself: convenient, but that is a copy at every launch. Everything you learn here about threads applies there too. (Install the package numba-cuda: the CUDA target built into Numba itself is deprecated.) You can answer this exercise and about fifty others in Python: `warpbook init --lang python` sets your folder up for Python, with `hello_threads.py` in it, and e opens that file. The list marks those exercises with `py`." },

    { title = "One thread too many", question = "hello_threads was launched with as many threads as there are seats. What if you launch 5 threads for 4 seats?",
      choices = {
        { "Thread 4 notices that it has no seat and does nothing",
          why = "CUDA C does not check that for you. Thread 4 runs the same line as all the others." },
        { "The launch fails",
          why = "The launch does not know how long the array is: a pointer does not carry a length." },
        { "Thread 4 writes past the end of the array", right = true,
          why = "On a GPU that often goes unnoticed until it does damage. Lesson *Kernels* shows the guard that prevents it." },
      } },

    { title = "Is there a GPU?", code = [[
nvidia-smi                          # in a shell: GPUs and the driver
warpbook doctor                     # what this book can use

numba.cuda.is_available()           # in Python: Numba
cupy.cuda.runtime.getDeviceCount()  # CuPy: an error if there is none
torch.cuda.is_available()           # PyTorch
jax.devices()                       # JAX: a list; CPU only is possible
tf.config.list_physical_devices("GPU")      # TensorFlow
]], language = "text",
      caption = "If other people will run your program, it should check for a GPU first. If there is none, let it compute the same on the CPU, or print a clear message. AMD's GPUs have ROCm, whose language HIP is nearly CUDA C++; PyTorch and JAX run there, too. This book is about NVIDIA's." },

    { title = "Coming from Python: ask Numba", code = [[
from numba import cuda

if not cuda.is_available():          # neither driver nor device
    raise SystemExit("no GPU: computing on the CPU")
print(len(cuda.gpus), "devices")
for gpu in cuda.gpus:
    with gpu:                        # current for these lines
        d = cuda.get_current_device()
        print(gpu.id, d.name, d.compute_capability,
              d.MULTIPROCESSOR_COUNT, "multiprocessors")
cuda.detect()                        # prints the same, and more
]], language = "python",
      caption = "Save it as `prog.py`, and `warpbook run --devices 2 prog.py` runs it on a virtual machine with two devices. In Numba a call that fails raises an exception, such as `CudaSupportError` where there is no driver; only `is_available()` returns True or False. So call it first. `check_for_a_gpu`, the next exercise, can be answered in Python, too." },

    { title = "Your turn, in host code: ask for a GPU", exercise = "check_for_a_gpu" },

    { points = {
      "A CPU is built for latency, a GPU for throughput: many independent things at a time.",
      "The host is the CPU and its memory, the device is the GPU and its memory. Copies between them are slow.",
      "A kernel is one function that many threads run; threadIdx.x tells a thread which one it is.",
      "The order of the threads is not guaranteed.",
      "e edits, saving checks, h gives a hint, ? explains the keys.",
    } },
  },
}
