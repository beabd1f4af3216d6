return {
  title = "prefetch: send the pages ahead",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "square_all",
  task = [[
The program squares `n` whole numbers with managed memory, and its results are right. But all pages of `a` are on the host when the kernel starts. A thread that touches a page waits until the page has arrived, and the pages come one by one, in the order in which threads happen to touch them. On the way back, the host waits for each page of `b` in the same way.

Tell CUDA ahead of time where the pages are needed:

- send `a` to the device before the launch
- send `b` back to the host after the launch, before you wait

The call is `cudaMemPrefetchAsync(pointer, bytes, location, 0, stream)`. The location is a struct: `cudaMemLocation device = { cudaMemLocationTypeDevice, 0 };` is device 0, and `{ cudaMemLocationTypeHost, 0 }` is the host. (This is the call since CUDA 13. Before, it was `cudaMemPrefetchAsync(pointer, bytes, device, stream)` with a plain number: 0, or `cudaCpuDeviceId` for the host.)

The call returns at once, and the work goes into the stream: pages that you send in stream 0 arrive before a kernel that you launch there afterwards begins. A prefetch is only a hint. It changes when the bytes travel, never what the program computes.
]],
  params = {
    { name = "x", type = "int", role = "in", count = "n", fill = { "integers", -40000, 40000 } },
    { name = "y", type = "int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 1000 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 257 }, { n = { 2000, 6000 } }, { n = 100003 } },
  rules = {
    { "calls", "cudaMallocManaged", least = 1, why = "keep the arrays in managed memory" },
    { "calls", "cudaMalloc", most = 0, why = "allocate no other device memory: kernels use managed memory directly" },
    { "calls", "cudaMemcpy*", most = 0, why = "copy nothing: a prefetch moves the pages, and the pointer stays the same" },
    { "calls", "cudaMemPrefetchAsync", least = 2, most = 4, why = "send a whole array with one call" },
    { "bytes", "copies_in", least = function(c) return 4 * c.n end, why = "send all of `a` to the device ahead of the kernel" },
    { "bytes", "copies_out", least = function(c) return 4 * c.n end, why = "send all of `b` back ahead of the host's loop" },
    { "before", "copies_in", with = "kernels", least = function(c) return 4 * c.n end, why = "the pages of `a` must be on the device when the kernel begins" },
    { "threads", "square", least = function(c) return math.min(c.n, 1024) end, why = "let many threads share the numbers" },
    { "kernels", "square", least = 1, most = 1, why = "launch the kernel `square` once" },
    { "waits", most = 1, why = "wait once, at the end: a kernel of the same stream waits for the pages by itself" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free both arrays" },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    absolute = "a square does not show the sign",
    unsigned_input = "a product wraps to the same bits",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = i32(c.x[i] * c.x[i]) end
  end,
  hints = {
    "Two calls, one before the launch and one after it. Each needs the pointer, the size in *bytes*, and where the pages are to go.",
    "`a` goes to `{ cudaMemLocationTypeDevice, 0 }`, `b` to `{ cudaMemLocationTypeHost, 0 }`. The second call may come right after the launch: the stream runs it when the kernel has finished.",
    "`cudaMemPrefetchAsync(a, bytes, device, 0, 0);` before the launch, `cudaMemPrefetchAsync(b, bytes, host, 0, 0);` after it, then the `cudaDeviceSynchronize()` that is there already.",
  },
}
