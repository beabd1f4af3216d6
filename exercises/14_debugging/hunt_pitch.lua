return {
  title = "Bug hunt: bytes and elements",
  kind = "host",
  difficulty = 2, minutes = 15,
  entry = "emboss",
  task = [[
`y` is an image of `h` rows of `w` floats: each is the pixel of `x` less the one above and to the left of it, `x[row][col] - x[row - 1][col - 1]`. In the first row and in the first column it is the pixel itself.

On the device, rows are padded: `cudaMallocPitch` chooses how far apart they begin, the *pitch*, and tells the program. "It works on my card for the images that I tried," says the author. "They had one row, it was a line camera."

There are two mistakes of one kind: one number counts bytes where the program needs elements, another counts elements where it needs bytes. One of them is an access out of bounds, which every tool finds. The other reads memory that the program never wrote, so the result depends on what lay there. Check after each fix.

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
    "Of which type is `x` in the kernel, and so, in which unit does `x + 1` count? In which unit is `pitch`? Which argument of `cudaMemcpy2D` says how much of a row is copied, and in which unit?",
    "Everything that the runtime gets or returns is in bytes: pitch, width, sizes. Everything between the square brackets is in elements. `pitch / sizeof(float)` goes from one to the other, `w * sizeof(float)` back.",
    "In the kernel `size_t step = pitch / sizeof(float);` and `row * step + col`; in the copy in, `w * sizeof(float)` for the fifth argument, as in the copy out.",
  },
}
