return {
  title = "round_trip: there and back",
  kind = "host",
  difficulty = 1, minutes = 15,
  entry = "round_trip",
  task = [[
The kernel `square` is ready: `y[i] = x[i] * x[i]`. This time you write the whole host side. `x` and `y` are plain arrays of `n` floats in the host's memory; the kernel needs arrays on the device.

Five steps, in this order:

- allocate memory on the device for both arrays, with `cudaMalloc`
- copy `x` there, with `cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice)`
- launch `square` with a thread for each element
- copy the result into `y`, with `cudaMemcpyDeviceToHost`
- free the device's memory, with `cudaFree`

All sizes are in *bytes*: `n` floats take `n * sizeof(float)`. And copy only what you must: `y` holds nothing yet, so it must not go to the device.
]],
  task_python = [[
`x` and `y` are NumPy arrays, `n` is a number. Numba counts in elements, not in bytes:

- `d_x = cuda.to_device(x)` allocates and copies in one step; `cuda.device_array(n, np.float32)` only allocates
- `square[blocks, threads](...)` launches
- `d_y.copy_to_host(y)` copies into an array that already exists; without the argument it would make a new one
- the device's memory is freed once nothing refers to the array any more, so you need not write anything for that

If you pass `x` and `y` themselves to the kernel, it works as well: Numba then copies *both* there and back, which this exercise does not accept.
]],
  params = {
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", 1, 10 } },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
  },
  cases = { { n = 257 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 255 }, { n = 256 }, { n = { 1000, 5000 } }, { n = 50001 } },
  rules = {
    { "kernels", "square", least = 1, why = "let the device compute the squares" },
    { "threads", "square", least = function(c) return math.min(c.n, 1024) end, why = "launch a thread for each square, or at least many threads" },
    { "blocks", "square", least = function(c) return c.n > 10000 and 2 or 1 end, why = "launch more than one block where there is work for several: a block runs on one multiprocessor" },
    { "block_size", "square", least = function(c) return math.min(c.n, 32) end, why = "give a block at least the 32 threads of a warp: fewer would leave lanes empty" },
    { "bytes", "copies_in", least = function(c) return 4 * c.n end, why = "copy all of `x` to the device" },
    { "bytes", "copies_out", least = function(c) return 4 * c.n end, why = "copy all of `y` from the device" },
    { "operations", "copies_in", most = 1, why = "copy only `x` to the device; the kernel fills `y`" },
    { "operations", "copies_out", most = 1, why = "copy only `y` back" },
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`" },
  },
  tolerance = { why = "one multiplication has one correctly rounded result" },
  excused = { absolute = "a square does not show the sign" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.y[i] = f32(c.x[i] * c.x[i]) end
  end,
  hints = {
    "There are two arrays on the host and two on the device, so you need four pointers. Call the new ones `d_x` and `d_y`, and pass only those to the kernel.",
    "`float *d_x; cudaMalloc(&d_x, bytes);` passes the address of the pointer, since `cudaMalloc` sets it. A copy names its destination first, like `memcpy`.",
    [[
```
cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
```]],
  },
  hints_python = {
    "There are two arrays on the host and two on the device. Call the new ones `d_x` and `d_y`, and pass only those to the kernel.",
    "`d_x = cuda.to_device(x)`, and for the result `d_y = cuda.device_array(n, np.float32)`: nothing is copied into that one.",
    "`square[(n + 255) // 256, 256](d_y, d_x)` and then `d_y.copy_to_host(y)`",
  },
}
