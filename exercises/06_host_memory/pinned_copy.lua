return {
  title = "pinned_copy: memory that stays in place",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "brighten_film",
  task = [[
A film has `frames` frames of `pixels` bytes each, one after the other in the host's memory. `brighten_film` takes them one at a time, as if they came from a camera: the host copies a frame into a buffer, sends the buffer to the device, launches the kernel that brightens the frame, copies it back, and stores it.

It works, but it is slow: the buffer comes from `malloc`, so it is *pageable*. The GPU's copy engine cannot read memory that the operating system may move meanwhile, so the driver first copies each piece to a pinned buffer of its own. The host has to wait for that, although the copies are called `Async`.

Use a buffer that is *pinned* from the beginning: `cudaMallocHost(&buffer, bytes)` allocates it, and `cudaFreeHost(buffer)` frees it at the end. Leave the copies as they are, and the wait after them.

Pinning memory is slow, because the operating system handles every page. So pin once, and use the same buffer for all frames.
]],
  params = {
    { name = "out", type = "unsigned char", role = "out", shape = { "frames", "pixels" } },
    { name = "film", type = "unsigned char", role = "in", shape = { "frames", "pixels" }, fill = { "integers", 1, 255 } },
    { name = "frames", type = "int", value = "frames" },
    { name = "pixels", type = "int", value = "pixels" },
    { name = "by", type = "int", value = "by" },
  },
  cases = {
    { frames = 3, pixels = 300, by = 20 }, { frames = 1, pixels = 1, by = 7 }, { frames = 9, pixels = 2, by = 1 }, { frames = 2, pixels = 3, by = 100 },
    { frames = 7, pixels = 257, by = { 5, 50 } }, { frames = 4, pixels = 40000, by = 33 }, { frames = 40, pixels = 60000, by = 33 },
  },
  rules = {
    { "operations", "copies_in", least = function(c) return c.frames end, most = function(c) return c.frames end,
      why = "send the frames one at a time" },
    { "calls", "cudaMemcpy", most = 0, why = "keep `cudaMemcpyAsync`: with a pinned buffer the copies really are asynchronous" },
    { "pinned", why = "use the pinned buffer for both copies" },
    { "calls", "cudaMallocHost", most = 2, why = "pin one buffer, and use it for every frame" },
    { "calls", "cudaHostAlloc", most = 2, why = "do not call `cudaHostAlloc` for every frame either: in C++, `cudaMallocHost` calls it" },
    { "calls", "cudaHostRegister", most = 2, why = "do not call `cudaHostRegister` for every frame either" },
    { "calls", "cudaMallocManaged", most = 0, why = "do not use managed memory: it is not pinned, its pages move" },
    { "calls", "cudaMalloc", most = 2, why = "allocate the device's buffer once, too" },
    { "time", most = function(c) return c.frames < 40 and 4 or 1.25 end,
      why = "with the film of 40 frames, take at most 1.25 times as long as the reference solution on the modelled device: pin the buffer once, and wait once for each frame" },
    { "no_leaks", why = "free pinned memory with `cudaFreeHost`" },
  },
  tolerance = { why = "bytes are compared exactly" },
  oracle = function(c)
    for i = 0, c.frames * c.pixels - 1 do c.out[i] = math.min(c.film[i] + c.by, 255) end
  end,
  hints = {
    "Two lines make the difference: the one that allocates the buffer, and the one that frees it. Everything between them stays the same.",
    "Like `cudaMalloc`, `cudaMallocHost` takes the address of the pointer. It allocates host memory: `memcpy` works on it as before.",
    [[
```
unsigned char *buffer;
cudaMallocHost(&buffer, pixels);
```
These lines replace the `malloc`, and `cudaFreeHost(buffer);` replaces the `free`.]],
  },
}
