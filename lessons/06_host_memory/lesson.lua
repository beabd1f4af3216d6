return {
  title = "Host memory", minutes = 50,
  summary = "Get data to the device and back: which kind of memory to use, how often to copy, and when to free.",
  steps = {
    { title = "What this is for", text = [[
Host and device are joined by a link that is narrow compared with the memory at either end. Many programs that "do not get faster on a GPU" spend their time there.

This lesson is about the host's side: the kinds of memory there are, how fast each of them can be copied, how to copy less, what to do when the device is full, and how to free what you have allocated.

It takes about 50 minutes to read and has twelve exercises, the last of them a bug hunt. In all of them you write the *host's* code; the kernels are short, and most are already there.
]] },

    { title = "The link", code = [[
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
      caption = "Measured on an H200: copies over the link (PCIe), and copies within the device's own memory. (Data sheets write 4190 GB/s as 4.19 TB/s.) The device's memory is 76 times as fast as the link, and nearly 300 times as fast as a copy from ordinary memory. So send a float over the link only if the device has enough work to do on it." },

    { title = "The kernel's share of the time", question = "You copy a 1 GB array to an H200 at 55 GB/s, run a kernel that reads and writes every element once (4190 GB/s in total), and copy the array back. What share of the total time does the kernel take?",
      choices = {
        { "About half: in and out is the same number of bytes",
          why = "The number of bytes is the same, but the speeds differ. The two copies take 36 ms, the kernel half a millisecond." },
        { "About 1 %", right = true,
          why = "2 GB over the link at 55 GB/s: 36 ms. 2 GB in the device's memory at 4190 GB/s: 0.5 ms. Making this kernel twice as fast is not worth an hour of work." },
        { "About 10 %",
          why = "The link is 76 times slower than the device's memory, and the bytes are the same." },
        { "Nearly all: kernels do the work",
          why = "You would hope so. But one operation per element is too little work to outweigh two copies." },
      } },

    { title = "Five steps", text = [[
Every CUDA program has these five steps:

- `cudaMalloc` allocates memory on the device
- `cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice)` copies the input there
- `kernel<<<...>>>(...)` puts the kernel into a queue and *returns at once*
- `cudaMemcpy(..., cudaMemcpyDeviceToHost)` comes after the kernel in the same queue, so it waits for the kernel and then copies the result
- `cudaFree` frees the memory

The destination comes first, as with `memcpy`. Sizes are in bytes: `n * sizeof(float)`, not `n`. And a pointer does not show whose memory it points to, so it helps to begin the names of device pointers with `d_`, as in `d_x`.
]] },

    { title = "Your turn: there and back", exercise = "round_trip" },

    { title = "Pages", text = [[
Memory is divided into *pages*, usually of 4 KB. The operating system may move a page elsewhere in memory, or out to disk, at any moment. Programs do not notice, because the processor translates every address. Memory from `malloc` or `new`, and that of ordinary variables, is of this kind: *pageable*.

The GPU's *copy engine*, a unit that only moves bytes, works without the processor. The driver gives it physical addresses, and it reads from those. If a page moved in the meantime, it would read something else.

So a page must stay in place while the copy engine uses it. Memory whose pages stay in place is called *pinned*, or page-locked.

What happens if you copy pageable memory anyway? The driver has a pinned buffer of its own. A CPU copies your bytes into that buffer piece by piece, and the copy engine sends each piece from there.
]] },

    { title = "Two ways to the device", code = [[
 pageable:   your array  --CPU-->  driver's buffer  --engine-->  device
                                   (pinned)

 pinned:     your array  --------------engine--------------->    device
             (pinned)
]], language = "text",
      caption = "The detour reads and writes the host's memory once more, and a CPU has to do it. On an H200 we measured 15 GB/s with the detour and 55 GB/s without, in both directions." },

    { title = "Pinned memory", code = [[
float *h_x;

cudaMallocHost(&h_x, bytes);       // pinned memory of the host
h_x[0] = 1;                        // use it like any other
cudaMemcpy(d_x, h_x, bytes, cudaMemcpyHostToDevice);
cudaFreeHost(h_x);                 // not free(), not cudaFree()

cudaHostRegister(p, bytes, 0);     // or: pin memory from malloc,
cudaHostUnregister(p);             // and unpin it again
]], language = "cuda",
      caption = "Pinning is slow, because the operating system handles every page: on the host of an H200, cudaMallocHost took 330 us for each MiB. And other programs cannot use memory that you have pinned. So pin little, and pin once. The usual way is one buffer that is used for everything." },

    { title = "Is pinned memory worth it here?", question = "A program fills a 40 MB array, copies it to the device once, and ends. On an H200 that copy takes 2.7 ms. Should the array come from cudaMallocHost instead of malloc?",
      choices = {
        { "Yes, the copy then takes 0.7 ms",
          why = "It does. But allocating 38 MiB of pinned memory at 330 us per MiB takes 13 ms, to save 2." },
        { "No: pinning costs more than one copy saves. It pays off when the memory is used many times", right = true,
          why = "Allocating costs 13 ms and each copy saves 2 ms, so it pays off from the seventh copy on: for instance, for a buffer that is used for every frame of a film." },
        { "No, copies of pinned memory are slower",
          why = "They are nearly four times as fast. Allocating the memory is what is slow." },
      } },

    { title = "Your turn: one buffer for a film", exercise = "pinned_copy" },

    { title = "Really asynchronous", text = [[
`cudaMemcpyAsync` puts a copy into the queue and returns. With pinned memory it does exactly that: the host goes on while the copy engine works.

With pageable memory a CPU has to move the bytes to the driver's buffer, so the call may wait in spite of its name. CUDA gives no warning. `warpbook run` does, if the copy is in a stream of its own (lesson *Streams*) and was meant to overlap something.

There is another side to it: while an asynchronous copy is under way, you must not touch the buffer. If you read the destination too early you get old values; if you write the source too early you send new ones. `cudaDeviceSynchronize` or `cudaStreamSynchronize` waits until the copy is done. In lesson *Streams* the host does something useful in that time instead.
]] },

    { title = "A copy that nobody waits for", question = "h_y is pinned. cudaMemcpyAsync(h_y, d_y, bytes, cudaMemcpyDeviceToHost); printf(\"%g\", h_y[0]); What is printed?",
      choices = {
        { "The result: the copy comes first in the program",
          why = "The call comes first. But it only puts the copy into the queue, and printf does not wait for the queue." },
        { "Whatever is in h_y[0] at that moment, old or new", right = true,
          why = "On your machine it may even be the right value most of the time. Wait before you look." },
        { "Nothing, the program crashes",
          why = "The host may read its own memory at any time. That is why this mistake goes unnoticed." },
      } },

    { title = "Mapped memory", text = [[
Pinned memory does not move. So could the device read it right where it is, without a copy? Yes: pinned memory can be *mapped* into the device's address space.

- `cudaHostAlloc(&h, bytes, cudaHostAllocMapped)` allocates mapped memory; `cudaHostRegister` with `cudaHostRegisterMapped` maps memory that you already have
- `cudaHostGetDevicePointer(&d, h, 0)` returns the address that kernels use

Every access in a kernel then goes over the link, which is slow and has a long latency. For an array that a kernel reads once from end to end this is no better than a copy; for one that it reads twice it is worse.

Mapped memory is good for *little* data: a few elements of a large table, if you cannot know beforehand which; a few results; a flag.
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
      caption = "One pointer for both sides, and no copy in the source. The pages move instead: if the host or the device touches a page that is on the other side, it waits until the page has arrived. So the bytes still travel, in small pieces and at the last moment. cudaMemPrefetchAsync sends them ahead. Since CUDA 13 its third argument is a cudaMemLocation, a struct with a type and a number. Older code passes just the device's number." },

    { title = "Without cudaDeviceSynchronize", question = "In the program above the line with cudaDeviceSynchronize is left out. What happens?",
      choices = {
        { "Nothing: reading x[0] makes the host wait for the kernel",
          why = "It makes the host wait for the *page*, if that is on the device. Nothing makes it wait until the kernel is done." },
        { "The host may read x[0] before the kernel has written it", right = true,
          why = "A launch returns at once. In a program with copies, cudaMemcpy does the waiting; here you have to wait yourself." },
        { "The compiler inserts the wait",
          why = "The compiler sees two uses of a pointer, and no connection between them." },
      } },

    { title = "Your turn: one pointer for both", exercise = "managed_sum" },

    { title = "Send the pages ahead", code = [[
cudaMemLocation there = { cudaMemLocationTypeDevice, 0 };
cudaMemLocation here  = { cudaMemLocationTypeHost, 0 };

cudaMemPrefetchAsync(x, bytes, there, 0, 0);   // before the launch
twice<<<blocks, 256>>>(x, n);
cudaMemPrefetchAsync(x, bytes, here, 0, 0);    // after it
cudaDeviceSynchronize();

cudaMemPrefetchAsync(x, bytes, 0, 0);          // up to CUDA 12
]], language = "cuda",
      caption = "The last two arguments are the flags, which are 0, and the stream, a queue of work for the device (lesson *Streams*). Launches use stream 0 too, so the kernel begins when the pages have arrived. `cudaMemAdvise` tells CUDA what it cannot know: for instance, that your program mostly reads an array, so that both sides may keep a copy." },

    { title = "Your turn: send the pages ahead", exercise = "prefetch" },

    { title = "Which kind?", text = [[
On 64-bit Linux all memory from `cudaMallocHost` and `cudaHostAlloc` is mapped, whether you ask for it or not. Some machines let kernels use pageable memory as well: Grace Hopper, and PCs with a recent Linux kernel and NVIDIA's open driver (`cudaDevAttrPageableMemoryAccess` says so). A program that relies on it does not run elsewhere.
]],
      table = {
        { "", "allocated by", "kernels", "copies", "good for" },
        { "pageable", "`malloc`, `new`", "on some machines", "slow", "everything else" },
        { "pinned", "`cudaMallocHost`", "if mapped", "fast", "large copies, again and again; async" },
        { "mapped", "`cudaHostAlloc`, mapped", "yes, over the link", "none", "few accesses, small results, flags" },
        { "managed", "`cudaMallocManaged`", "yes", "automatic", "data with pointers, first versions" },
        { "device", "`cudaMalloc`", "yes, fast", "-", "what kernels work on" },
      } },

    { title = "Memory for a progress report", question = "A simulation runs for hours on the device. Every second a kernel writes down how far it has got, and the host prints that. Which memory should it write to?",
      choices = {
        { "Device memory, and a cudaMemcpy each second",
          why = "A plain cudaMemcpy waits for the kernel that is running. You want the number while it runs." },
        { "Mapped memory", right = true,
          why = "It takes one small write over the link now and then, into memory that the host can read at any time. (After the write the kernel should call __threadfence_system(). This is a fence: the host then sees this write before anything that the kernel writes later.)" },
        { "Pageable memory",
          why = "On many machines kernels cannot write there." },
      } },

    { title = "Constant memory", text = [[
*On the device* there is also a small memory that the host fills and that kernels can only read: 64 KB for `__constant__` variables.

- declare it outside all functions: `__constant__ float w[16];`
- fill it with `cudaMemcpyToSymbol(w, h_w, bytes);` and pass the variable itself, without `&`
- use it in kernels by its name, without a pointer

It has a cache of its own, which delivers *one value to all threads of a warp* at once. If all threads of a warp read `w[k]` with the same `k`, that costs hardly more than reading a register. If they read different elements, the cache serves them one after the other, and an ordinary array is better.

Kernel parameters are passed in constant memory, too.
]] },

    { title = "An experiment: weights that every thread reads", experiment = "constant",
      caption = "Both kernels load x. One of them also loads its weights from an ordinary array. Guess how much that adds for 32 weights; then run it." },

    { title = "Your turn: a filter", exercise = "constant_filter" },

    { title = "Copy less", text = [[
The fastest copy is the one you do not make. Three habits help:

- *Keep data on the device.* Copy in at the beginning, run all steps there, copy out at the end. Each kernel finds what the kernel before it left there.
- *Copy what you need*, not what happens to be around it. If you only want the result, copy the result and not the whole field.
- *Copy once.* On an H200 a hundred copies of 4 KB take as long as one copy of 38 MB, because each copy has to be started.

Even a kernel that is slower than the CPU can be worth it, if running it on the device saves two trips over the link.
]],
      pictures = {
        { of = "06_host_memory/keep_on_device", show = "streams", case = { n = 30000, steps = 3 }, source = [[
__global__ void smooth(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (from[i > 0 ? i - 1 : i] + 2 * from[i] + from[i < n - 1 ? i + 1 : i]) / 4;
}
void smooth_steps(int *x, int n, int steps)
{
    int *from, *to;
    cudaMalloc(&from, n * 4);
    cudaMalloc(&to, n * 4);
    for (int s = 0; s < steps; s++) {
        cudaMemcpy(from, x, n * 4, cudaMemcpyHostToDevice);
        smooth<<<(n + 255) / 256, 256>>>(to, from, n);
        cudaMemcpy(x, to, n * 4, cudaMemcpyDeviceToHost);
    }
    cudaFree(from);
    cudaFree(to);
}
]],
          title = "Three steps, with the data back and forth in each" },
      } },

    { title = "A thousand small copies", question = "On an H200, starting a copy of pinned memory takes 7 us; then it runs at 55 GB/s. How many microseconds do 1000 copies of 4096 bytes take, one after the other? (Rounded to hundreds will do.)",
      answer = 7074, slack = 100,
      why = "1000 * (7 us + 4096 / 55000 us) = 1000 * 7.074 us. Moving the bytes takes only 74 us of that: one copy of all 4 MB would take 81 us." },

    { title = "Your turn: no copies in the loop", exercise = "keep_on_device" },

    { title = "Rows and pitches", code = [[
 width 5:   x x x x x . . .      one row, and the padding after it
            x x x x x . . .
            x x x x x . . .
            |<-- pitch -->|
]], language = "text",
      caption = "cudaMallocPitch allocates rows that all begin at an aligned address, by padding each of them. The pitch is the distance from one row to the next, in *bytes*. So element x of row y is at (T *)((char *)base + y * pitch) + x. cudaMemcpy2D copies between arrays with different pitches." },

    { title = "Your turn: an image with a pitch", exercise = "pitched_image" },

    { title = "When the device is full", text = [[
Memory on the device is limited, and other programs may be using it, too. When there is not enough, `cudaMalloc` returns `cudaErrorMemoryAllocation`, and you must not use the pointer.

A program can do better than stop:

- work in pieces: try half as much, then half of that, and process the data in pieces of the size you got
- need less: free what you no longer use, or store floats instead of doubles
- if all else fails, print how much you requested and how much there was, which `cudaMemGetInfo(&free, &total)` tells you

Only that call has failed: the device goes on working, and a smaller request may well succeed. But CUDA remembers the error, and the next call of `cudaGetLastError()` returns it. So when you have dealt with the error, call it once to clear it.
]] },

    { title = "After cudaMalloc has failed", question = "cudaMalloc has failed, and the program has tried again with less and got it. Now it runs kernel<<<...>>>(...); if (cudaGetLastError() != cudaSuccess) give_up(); What happens?",
      choices = {
        { "It goes on, since the launch succeeded",
          why = "cudaGetLastError returns the last *error*, not the result of the last call. A later success does not clear it." },
        { "It gives up, although nothing is wrong", right = true,
          why = "CUDA still remembers the error of the first cudaMalloc. One cudaGetLastError() right after dealing with it would have cleared it." },
        { "cudaGetLastError fails, too",
          why = "It works as always. It does report an error, but an old one." },
      } },

    { title = "Your turn: more than fits", exercise = "out_of_memory" },

    { title = "A pool", text = [[
`cudaMalloc` gets its memory from the driver, which takes from about ten microseconds to a millisecond. `cudaFree` waits until the device has finished *all* its work. Once, that does no harm. In a loop, the device runs out of work in each iteration.

Libraries keep a *pool*. They hold on to memory that you free, and use it for the next array. CUDA has a pool, too:

- `cudaMallocAsync(&p, bytes, stream)` takes memory from the pool
- `cudaFreeAsync(p, stream)` returns it

Both calls take effect in the order of the stream, the device's queue of work. (Your launches use stream 0.) The memory exists for everything that you put into the queue between the two calls. So you may call `cudaFreeAsync` right after the launch that uses the memory, while the kernel is still running.
]] },

    { title = "Your turn: memory from the pool", exercise = "pool_alloc" },

    { title = "Who frees it?", text = [[
For every call that allocates there is one that frees: `cudaFree` for `cudaMalloc`, `cudaFreeHost` for `cudaMallocHost`, `cudaHostUnregister` for `cudaHostRegister`.

When the process ends, the system takes everything back. So leaks do not show in small programs. They show in servers, in notebooks that stay open, and in functions that are called a million times.

Most leaks have one of three causes:

- an early `return`, `continue` or `break` that skips the code that frees
- a pointer that gets a new value before you have freed the memory it pointed to
- an error halfway through

`warpbook` lists what is still allocated at the end, with the line that allocated it.
]] },

    { title = "Streams and events, in advance", text = [[
Streams and events can leak, too. Lesson *Streams* explains how to use them. For the two remaining exercises this is all you need:

- a *stream* is a queue of work for the device. Launches, `cudaMemcpyAsync` and `cudaMemsetAsync`, which sets every byte to one value, take the stream as their last argument and return at once. `cudaStreamSynchronize(stream)` waits until all work in it is done
- an *event* is a mark in such a queue. `cudaEventRecord` puts it there, and `cudaEventSynchronize(event)` waits until the device has reached it

`cudaStreamCreate` and `cudaEventCreate` allocate them, `cudaStreamDestroy` and `cudaEventDestroy` free them.
]] },

    { title = "Your turn: give everything back", exercise = "leak_free" },

    { title = "Try it: what does my program copy?", code = [[
$ warpbook run prog.cu                   # runs it, reports what is wrong
$ warpbook run --timeline prog.cu        # draws copies and kernels
$ warpbook run --device gpu prog.cu      # the same on a GPU
]], language = "shell",
      caption = "Any CUDA program will do, one of your own too. On the virtual machine the times are modelled on an H200, and the same every time. Look at the timeline of a program with copies in its loop: that picture is hard to forget." },

    { title = "Coming from Python", code = [[
d_x = cuda.to_device(x)              # Numba: cudaMalloc and cudaMemcpy
kernel[blocks, 256](d_x)             # with x: two copies per launch!
x = d_x.copy_to_host()               # cudaMemcpy back

h = cuda.pinned_array(n, np.float32)     # cudaMallocHost
m = cuda.mapped_array(n, np.float32)     # cudaHostAlloc, mapped
u = cuda.managed_array(n, np.float32)    # cudaMallocManaged
w = cuda.const.array_like(table)         # in a kernel: constant

a = cupy.asarray(x)                  # CuPy: a copy to the device
p = cupyx.zeros_pinned(n, "f4")      # a NumPy array, pinned
b = cupy.sin(a) + a * a              # all of this stays on the device
y = cupy.asnumpy(b)                  # one copy back
]], language = "python",
      caption = "Install numba-cuda: it replaces Numba's built-in CUDA target, which is deprecated, and `from numba import cuda` stays the same. CuPy keeps freed memory in a pool for the next array, so `nvidia-smi`, which shows what a GPU is doing, counts it as used. That is not a leak. You can catch CuPy's OutOfMemoryError; cupy.get_default_memory_pool().free_all_blocks() empties the pool. In JAX, jax.device_put and jax.device_get are the two copies. You can solve `round_trip`, `managed_sum` and `keep_on_device` in Python (`L` on their pages)." },

    { title = "Your turn: the hunt", exercise = "hunt_leak" },

    { points = {
      "The link is many times slower than the device's memory: copy once, and keep data there.",
      "The copy engine reads pinned memory directly; pageable memory takes a detour. Pin once.",
      "Asynchronous copies: do not touch the buffer before you have waited.",
      "Mapped memory is for few accesses over the link. Managed memory has one pointer and pages that move; wait before the host reads it.",
      "Constant memory: small, read only, best when a warp reads one element at a time.",
      "Running out of memory is not the end: try less, and clear the error.",
      "Free everything you allocate, on every way out.",
    } },
  },
}
