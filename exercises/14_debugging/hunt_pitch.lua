return {
  title = "Bug hunt: bytes and elements",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "emboss",
  task = [[
`y` is an image of `h` rows of `w` floats. Each pixel is that of `x` minus the one above it and to the left, `x[row][col] - x[row - 1][col - 1]`. In the first row and in the first column it is the pixel of `x` itself.

On the device, rows are padded: `cudaMallocPitch` chooses how far apart they begin, and returns that distance, the *pitch*. "It works on my card for the images that I tried," says the author. "They had one row, since it was a line camera."

There are two mistakes of one kind: one number counts bytes where the program needs elements, another counts elements where it needs bytes. One of them leads to an access out of bounds, which every tool finds. The other leads to reads of memory that the program never wrote, so the result depends on what was there before. Check after each fix.

The pitch differs from device to device, and here from case to case. Use what the call returns.
]],
  params = {
    { name = "y", type = "float", role = "out", shape = { "h", "w" } },
    { name = "x", type = "float", role = "in", shape = { "h", "w" }, fill = { "eighths", -100, 100 } },
    { name = "w", type = "int", value = "w" },
    { name = "h", type = "int", value = "h" },
  },
  device = { memory = "64 MiB", pitch = "pitch" },
  cases = {
    { w = 100, h = 1, pitch = 512 }, { w = 100, h = 64, pitch = 512 }, { w = 1, h = 1, pitch = 512 }, { w = 3, h = 2, pitch = 256 }, { w = 128, h = 33, pitch = 512 },
    { w = 129, h = 5, pitch = 512 }, { w = 1, h = 300, pitch = 128 }, { w = { 100, 700 }, h = { 50, 300 }, pitch = 64 }, { w = 33001, h = 2, pitch = 1024 },
  },
  rules = {
    { "kernels", least = 1, why = "the device computes the image" },
    { "calls", "cudaMalloc", most = 0, why = "the images on the device stay pitched: cudaMallocPitch or cudaMalloc3D" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
  },
  tolerance = { why = "differences of such numbers are exact" },
  oracle = function(c)
    for r = 0, c.h - 1 do
      for k = 0, c.w - 1 do
        local at = r * c.w + k
        c.y[at] = c.x[at] - (r > 0 and k > 0 and c.x[at - c.w - 1] or 0)
      end
    end
  end,
  hints = {
    "What type does `x` have in the kernel, and in which unit does `x + 1` count? In which unit is `pitch`? Which argument of `cudaMemcpy2D` says how much of a row is copied, and in which unit?",
    "Everything that the runtime gets or returns is in bytes: pitch, width, sizes. Everything between square brackets is in elements. `pitch / sizeof(float)` converts bytes to elements, and `w * sizeof(float)` converts elements to bytes.",
    "In the kernel `size_t step = pitch / sizeof(float);` and `row * step + col`; in the copy in, `w * sizeof(float)` for the fifth argument, as in the copy out.",
  },
}
