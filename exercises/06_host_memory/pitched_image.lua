return {
  title = "pitched_image: rows with padding",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "shade_image",
  task = [[
Change an image of `height` rows of `width` ints in place: `image[y][x] = 3 * image[y][x] + y`. The stub does that with packed rows: each begins right after the one before. With a width like 301, most rows then begin in the middle of a 32-byte sector.

`cudaMallocPitch(&pointer, &pitch, row_bytes, rows)` allocates rows that all begin at an aligned address. It pads each row and stores in `pitch` the number of *bytes* from one row to the next. CUDA chooses the pitch; use the number that you get.

Use it:

- the host's rows are packed and the device's are not, so one `cudaMemcpy` will not do. `cudaMemcpy2D(to, to_pitch, from, from_pitch, row_bytes, rows, kind)` copies row by row
- the kernel needs the pitch. Row `y` begins `y * pitch` *bytes* after the first row: compute its address with a `char *`, then cast that back to an `int *`

The two calls take widths and pitches in bytes, and the number of rows.
]],
  params = {
    { name = "image", type = "int", role = "inout", shape = { "height", "width" }, fill = { "integers", 1, 1000000 } },
    { name = "width", type = "int", value = "width" },
    { name = "height", type = "int", value = "height" },
  },
  cases = {
    { width = 300, height = 7 }, { width = 140, height = 5, pitch = 1024 }, { width = 17, height = 6, pitch = 128 }, { width = 1, height = 1 }, { width = 2, height = 3 }, { width = 3, height = 2 },
    { width = 128, height = 4 }, { width = 129, height = 9 }, { width = { 30, 60 }, height = { 20, 30 } }, { width = 301, height = 203 },
  },
  rules = {
    { "calls", "cudaMallocPitch", least = 1, most = 1, why = "let `cudaMallocPitch` decide where the rows begin" },
    { "calls", "cudaMemcpy", most = 0, why = "use `cudaMemcpy2D` to copy between packed rows and rows with a pitch" },
    { "operations", "transfers", most = 2, why = "copy all rows with one `cudaMemcpy2D` in each direction" },
    { "kernels", "shade", least = 1, most = 1, why = "launch the kernel `shade` once" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free it with `cudaFree` as usual" },
  },
  device = { pitch = function(c) return c.pitch or 512 end },
  perf = {
    case = { width = 301, height = 200 },
    limits = {
      { "sectors_per_request", most = 4.3, why = "if rows begin at aligned addresses, 32 neighbouring ints are 4 sectors",
        advice = "let row y begin `y * pitch` bytes after the first: `cudaMallocPitch` made the pitch a multiple of the sector" },
    },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for y = 0, c.height - 1 do
      for x = 0, c.width - 1 do c.image[y * c.width + x] = 3 * c.image[y * c.width + x] + y end
    end
  end,
  hints = {
    "There are two distances from row to row now: `width * sizeof(int)` bytes on the host, `pitch` bytes on the device. Each copy uses both; `row_bytes` is how much of each row is copied.",
    "`int *row = (int *)((char *)image + y * pitch);` in the kernel, then `row[x]`. Without the `char *`, `image + y * pitch` would go four times too far.",
    [[
```
cudaMemcpy2D(d_image, pitch, image, row_bytes, row_bytes, height,
        cudaMemcpyHostToDevice);
```
For the copy back, swap the destination and its pitch with the source and its pitch.]],
  },
}
