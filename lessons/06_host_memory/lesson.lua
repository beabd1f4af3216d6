return {
  title = "Host memory", minutes = 30,
  summary = "Get data to the device and back: what kind of memory, how often, and who frees it.",
  steps = {
    { title = "What this is for", text = [[
Between the host and the device lies a link that is narrow, measured against what is on either end of it. Many programs that "do not get faster on a GPU" spend their time there.

This lesson is about the host's side: the kinds of memory there are, how fast copies of each are, how to copy less, what to do when the device is full, and how to give back what one has taken.

It takes about 30 minutes to read and has ten exercises, the last of them a bug hunt. In all of them you write the *host's* code; the kernels are short, and mostly there already.
]] },

    { title = "The road", code = [[
     host                                             device
  +----------+     +-----------+                   +-----------+
  |   CPU    |-----|  memory   |===================|  memory   |
  +----------+     +-----------+       link        +-----------+
                                    55 GB/s              |
                                 (15 GB/s if not         |  4190 GB/s
                                  pinned)                |
                                                   +-----------+
                                                   | 132  SMs  |
                                                   +-----------+
]], language = "text",
      caption = "Measured on an H200: copies over the link, and within the device's own memory. The factor between them is 76, and nearly 300 for a copy of ordinary memory. A float that crosses the link should be worth it." },

    { question = "An array of 1 GB is copied to an H200 (55 GB/s), each element is read once and written once there (4190 GB/s for both together), and the array is copied back. What share of the time is the kernel's?",
      choices = {
        { "About half: in and out is the same number of bytes",
          why = "The same bytes, but over different roads. The two copies take 36 ms, the kernel half a millisecond." },
        { "About 1 %", right = true,
          why = "2 GB over the link at 55 GB/s: 36 ms. 2 GB in the device's memory at 4190 GB/s: 0.5 ms. Making this kernel twice as fast is not worth an hour of work." },
        { "About 10 %",
          why = "The link is 76 times slower than the device's memory, and the bytes are the same." },
        { "Nearly all, kernels do the work",
          why = "It is what one would hope for. With one operation for each element there is not enough work." },
      } },

    { title = "Five steps", text = [[
The frame of every program:

- `cudaMalloc` makes room on the device
- `cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice)` brings the input there
- the launch puts the kernel into a queue, and *returns at once*
- `cudaMemcpy(..., cudaMemcpyDeviceToHost)` waits for the kernel, since it stands behind it in the queue, and brings the result
- `cudaFree` gives the room back

The target comes first, as with `memcpy`. Sizes are in bytes: `n * sizeof(float)`, not `n`. And a pointer does not show whose memory it points to. The habit of calling the device's `d_x` is worth more than it looks.
]] },

    { title = "Your turn: there and back", exercise = "round_trip" },

    { title = "Pages", text = [[
Memory comes in *pages*, of 4 KB as a rule. The operating system may move a page to another place, or out to the disk, at any moment; programs do not notice, since the processor translates each address. Memory from `malloc`, `new` or an ordinary variable is of this kind: *pageable*.

The GPU's *copy engine*, a part of it that only moves bytes, works without the processor. It is given physical addresses, and reads there. If a page moved meanwhile, it would read something else.

So pages that it works on must stay where they are. Such memory is called *pinned*, or page-locked.

What if you copy pageable memory all the same? The driver has a pinned buffer of its own. A CPU copies your bytes into that, piece by piece, and each piece is then sent.
]] },

    { title = "Two ways to the device", code = [[
 pageable:   your array  --CPU-->  driver's buffer  --engine-->  device
                                   (pinned)

 pinned:     your array  --------------engine--------------->    device
             (pinned)
]], language = "text",
      caption = "The detour costs a trip through the host's memory, and a CPU that makes it. On an H200 we measured 15 GB/s with it and 55 GB/s without, in both directions." },

    { title = "Pinned memory", code = [[
float *h_x;

cudaMallocHost(&h_x, bytes);       // pinned memory of the host
h_x[0] = 1;                        // use it like any other
cudaMemcpy(d_x, h_x, bytes, cudaMemcpyHostToDevice);
cudaFreeHost(h_x);                 // not free(), not cudaFree()

cudaHostRegister(p, bytes, 0);     // or: pin what malloc gave,
cudaHostUnregister(p);             // and let it go again
]], language = "cuda",
      caption = "Pinning is slow, since the operating system has to see to every page: on the host of an H200 we measured 330 us for each MiB of cudaMallocHost. And what is pinned nobody else can have. So: not too much, and not again and again. One buffer that is used for everything is the usual way." },

    { question = "A program fills an array of 40 MB, copies it to the device once, and ends. On an H200 that copy takes 2.7 ms. Should the array come from cudaMallocHost instead of malloc?",
      choices = {
        { "Yes, the copy then takes 0.7 ms",
          why = "It does. But 38 MiB at 330 us each are 13 ms for making the array, to save 2." },
        { "No: pinning costs more than one copy wins, and pays when the memory is used many times", right = true,
          why = "13 ms for making it, 2 ms won by each copy: from the seventh copy on it pays. A buffer that is used for every frame of a film does." },
        { "No, copies of pinned memory are slower",
          why = "They are nearly four times as fast. What is slow is making it." },
      } },

    { title = "Your turn: one buffer for a film", exercise = "pinned_copy" },

    { title = "Asynchronous, in earnest", text = [[
`cudaMemcpyAsync` puts a copy into the queue and returns. With pinned memory it does just that: the host goes on while the copy engine works.

With pageable memory a CPU has to move the bytes to the driver's buffer, so the call may wait in spite of its name. Nothing tells you. `warpbook run` does, where such a copy stands in a stream of its own (lesson 09) and was meant to overlap something.

The other side of it: when a copy *is* asynchronous, you must not touch the buffer until it is over. Reading the target too early gives old values, writing the source too early sends new ones. `cudaDeviceSynchronize` or `cudaStreamSynchronize` waits. In lesson 09 the host uses that time for something better.
]] },

    { question = "h_y is pinned. cudaMemcpyAsync(h_y, d_y, bytes, cudaMemcpyDeviceToHost); printf(\"%g\", h_y[0]); What is printed?",
      choices = {
        { "The result: the copy comes first in the program",
          why = "The call comes first. It only puts the copy into the queue, and the printf does not look at the queue." },
        { "Whatever is in h_y at that moment, old or new", right = true,
          why = "It may even be right, mostly, on your machine. Wait before you look." },
        { "Nothing, the program crashes",
          why = "The host may read its own memory at any time. That is what makes this mistake so quiet." },
      } },

    { title = "Mapped memory", text = [[
Pinned memory stays where it is. Then the device could read it right there, without a copy! It can: pinned memory can be *mapped* into the device's addresses.

- `cudaHostAlloc(&h, bytes, cudaHostAllocMapped)`, or `cudaHostRegister` with `cudaHostRegisterMapped`
- `cudaHostGetDevicePointer(&d, h, 0)` tells the address for kernels

Each access of a kernel then goes over the link: far, and narrow. An array that is read once from end to end is no better off than with a copy, and one that is read twice is worse off.

It is good for *little* data: a few places of a large table that nobody knows beforehand, a few results, a flag.
]] },

    { title = "Your turn: look without copying", exercise = "mapped_buffer" },

    { title = "Managed memory", code = [[
float *x;

cudaMallocManaged(&x, bytes);
for (int i = 0; i < n; i++)
    x[i] = i;                       // the host uses it,
twice<<<blocks, 256>>>(x, n);       // the device uses it,
cudaDeviceSynchronize();            // (wait!)
printf("%g\n", x[0]);               // the host uses it again
cudaFree(x);
]], language = "cuda",
      caption = "One pointer for both, and no copy to be seen. The pages move: whoever touches a page that is not with him stops for a moment, while it is fetched. So the bytes travel all the same, in small pieces and at the last moment. cudaMemPrefetchAsync sends them ahead." },

    { question = "In the program above the line with cudaDeviceSynchronize is left out. What happens?",
      choices = {
        { "Nothing: reading x[0] makes the host wait for the kernel",
          why = "It makes the host wait for the *page*, if that is away. Nothing makes it wait for the kernel to be done." },
        { "The host may read x[0] before the kernel has written it", right = true,
          why = "A launch returns at once. With copies the cudaMemcpy did the waiting; now nobody does." },
        { "The compiler puts the waiting in",
          why = "The compiler sees two uses of a pointer, and no connection between them." },
      } },

    { title = "Your turn: one pointer for both", exercise = "managed_sum" },

    { title = "Which kind?", code = [[
             made by             kernels    copies    good for
 pageable    malloc, new         no         slow      all the rest
 pinned      cudaMallocHost      if mapped  fast      large copies, again
                                                      and again; async
 mapped      cudaHostAlloc(      yes, over  none      few accesses, small
             ..., Mapped)        the link             results, flags
 managed     cudaMallocManaged   yes        by        data with pointers,
                                            itself    first versions
 device      cudaMalloc          yes, fast  -         what kernels work on
]], language = "text",
      caption = "On a 64-bit Linux all pinned memory is mapped as well, asked for or not. Some machines can let kernels read pageable memory; a program that counts on it does not run elsewhere." },

    { question = "A simulation runs for hours on the device. Every second a kernel notes how far it is, and the host prints that. Which memory for the note?",
      choices = {
        { "Device memory, and a cudaMemcpy each second",
          why = "A plain cudaMemcpy would wait for the kernel that is running. The note is wanted meanwhile." },
        { "Mapped memory", right = true,
          why = "One small write over the link now and then, into memory that the host can read at any time. (The kernel should write it with __threadfence_system() behind, so that it arrives.)" },
        { "Pageable memory",
          why = "Kernels cannot write there, on most machines." },
      } },

    { title = "Constant memory", text = [[
There is a small memory *on the device* that the host fills and kernels only read: 64 KB of `__constant__` variables.

- declare it outside of functions: `__constant__ float w[16];`
- fill it: `cudaMemcpyToSymbol(w, h_w, bytes);` - the variable itself, no `&`
- kernels use it by its name, without a pointer

It has a cache of its own, which hands *one value to all threads of a warp* at once. Where all threads read `w[k]` with the same `k`, that costs hardly more than a register. Where they read different elements, those are served one after the other, and an ordinary array is better.

The parameters of a kernel are passed in constant memory, too.
]] },

    { title = "An experiment: weights for everybody", experiment = "constant",
      caption = "Both kernels load x. One loads its weights from an ordinary array, too. Guess how much that adds for 32 weights; then run it." },

    { title = "Your turn: a filter", exercise = "constant_filter" },

    { title = "Copy less", text = [[
The fastest copy is the one that is not made. Three habits:

- *Keep data on the device.* Copy in at the beginning, run all steps there, copy out at the end. What one kernel leaves the next one finds.
- *Copy what is needed*, not what happens to lie around it: the result, not the whole field, if only the result is wanted.
- *Copy once.* On an H200 a hundred copies of 4 KB take as long as one of 38 MB: each has to be started.

Even a kernel that is slower than the CPU can be worth it, if running it there saves two trips over the link.
]] },

    { question = "An H200: starting a copy of pinned memory takes 7 us, then it runs at 55 GB/s. How many microseconds do 1000 copies of 4 KB (4096 bytes) take, one after the other? (Rounded to hundreds will do.)",
      answer = 7074, slack = 100,
      why = "1000 * (7 us + 4096 / 55000 us) = 1000 * 7.074 us. Only 74 us of it are for moving bytes: one copy of all 4 MB would take 81 us." },

    { title = "Your turn: no copies in the loop", exercise = "keep_on_device" },

    { title = "Rows and pitches", code = [[
 width 5:   x x x x x . . .      one row, and the room behind it
            x x x x x . . .
            x x x x x . . .
            |<-- pitch -->|
]], language = "text",
      caption = "cudaMallocPitch makes rows that all begin at a good address, by leaving some room behind each. The pitch is the distance from row to row, in *bytes*. Going through it: (T *)((char *)base + y * pitch) + x. And cudaMemcpy2D copies between rows of different pitches." },

    { title = "Your turn: an image with a pitch", exercise = "pitched_image" },

    { title = "When the device is full", text = [[
Memory on the device is limited, and others may be using it, too. `cudaMalloc` then returns `cudaErrorMemoryAllocation`, and the pointer is not good for anything.

A program can do better than stop:

- work in pieces: take half, try again, and walk over the data with what one gets
- do with less: give back what is not needed any more, or use floats for doubles
- at the least, say what was asked for and how much there was: `cudaMemGetInfo(&free, &total)`

The call has failed, nothing else has: the device goes on working, and a smaller request may well succeed. But the error stays noted, and `cudaGetLastError()` will tell it to whoever asks next. Fetch it away once you have dealt with it.
]] },

    { question = "cudaMalloc has failed, the program has tried again with less and got it. Then: kernel<<<...>>>(...); if (cudaGetLastError() != cudaSuccess) give_up(); What happens?",
      choices = {
        { "It goes on, since the launch succeeded",
          why = "cudaGetLastError tells the last error, not how the last call went. A success does not wipe it out." },
        { "It gives up, although nothing is wrong", right = true,
          why = "The error of the first cudaMalloc is still noted. One cudaGetLastError() after dealing with it would have fetched it away." },
        { "cudaGetLastError fails, too",
          why = "It works as always, and tells the truth about the past." },
      } },

    { title = "Your turn: more than fits", exercise = "out_of_memory" },

    { title = "Who frees it?", text = [[
Everything that is made has a counterpart: `cudaMalloc` - `cudaFree`, `cudaMallocHost` - `cudaFreeHost`, `cudaHostRegister` - `cudaHostUnregister`, streams and events (lesson 09) with their `Destroy`.

When the process ends all of it is given back. So leaks do not show in small programs; they show in servers, in notebooks that stay open, and in functions that are called a million times.

Most leaks have one of three causes:

- an early `return`, `continue` or `break` that jumps over the end
- a pointer that gets a new value before the old one is freed
- an error halfway

warpbook lists what is still there at the end, with the line that made it.
]] },

    { title = "Your turn: give everything back", exercise = "leak_free" },

    { title = "Try it: what does my program copy?", code = [[
$ warpbook run prog.cu                   # runs, and tells what is wrong
$ warpbook run --timeline prog.cu        # draws copies and kernels
$ warpbook run --device gpu prog.cu      # the same on a GPU
]], language = "shell",
      caption = "Any CUDA program will do, one of yours too. On the virtual machine the times are modelled on an H200, and the same every time. Look at the timeline of a program with copies in its loop: that picture is hard to forget." },

    { title = "Coming from Python", code = [[
d_x = cuda.to_device(x)              # Numba: cudaMalloc and cudaMemcpy
kernel[blocks, 256](d_x)             # given x itself, it copies there
x = d_x.copy_to_host()               # and back at every launch!

h = cuda.pinned_array(n, np.float32)     # cudaMallocHost
m = cuda.mapped_array(n, np.float32)     # cudaHostAlloc, mapped
u = cuda.managed_array(n, np.float32)    # cudaMallocManaged
w = cuda.const.array_like(table)         # in a kernel: constant

a = cupy.asarray(x)                  # CuPy: a copy to the device
b = cupy.sin(a) + a * a              # stays there, however long
y = cupy.asnumpy(b)                  # one copy back
]], language = "python",
      caption = "CuPy keeps freed memory in a pool for the next array, so `nvidia-smi`, which tells what a GPU is doing, shows it as used: no leak. Its OutOfMemoryError can be caught; cupy.get_default_memory_pool().free_all_blocks() empties the pool. In JAX, jax.device_put and jax.device_get are the two copies." },

    { title = "Your turn: the hunt", exercise = "hunt_leak" },

    { points = {
      "The link is many times slower than the device's memory: copy once, and keep data there.",
      "Pinned memory is what the copy engine reads; pageable memory takes a detour. Pin once.",
      "Asynchronous copies: do not touch the buffer before you have waited.",
      "Mapped: few accesses over the link. Managed: one pointer, pages that move, and a wait.",
      "Constant memory: small, read only, best when a warp reads one element at a time.",
      "Out of memory is an answer, not the end: try less, and fetch the error away.",
      "Everything made has a counterpart, on every way out.",
    } },
  },
}
