return {
  title = "Bug hunt: gone too early",
  kind = "host",
  difficulty = 3, minutes = 25,
  entry = "soften",
  task = [[
The program softens `frames` pictures of `n` pixels each. Twice, every pixel becomes the sum of itself and its two neighbours. Pixels are bytes. The host turns each frame into floats (divided by 8) in a pinned buffer and sends it. Two streams take turns, so that frames overlap.

Allocating is slow, so memory comes from pools. `spare` is the program's own pool, with pinned buffers. The space for the result of the first step comes from CUDA's pool: `cudaMallocAsync` and `cudaFreeAsync`.

"Everything is given back exactly once," says the author, "right where it is no longer needed. There are no leaks." But once a week a picture has stripes from another one.

A call with `Async` in its name puts work into a stream and returns. So a line *below* it may run *before* the work. Two pools get memory back while something still uses it:

- the program's own pool, from which the next frame takes the buffer at once
- CUDA's pool, since the memory is freed in the wrong stream

Check the program: the report says what is pending when the memory is used again. Keep the two streams. The host may wait once for each frame, but not for the whole device.
]],
  params = {
    { name = "y", type = "float", role = "out", count = function(c) return c.frames * c.n end },
    { name = "x", type = "unsigned char", role = "in", count = function(c) return c.frames * c.n end, fill = { "integers", 0, 255 } },
    { name = "n", type = "int", value = "n" },
    { name = "frames", type = "int", value = "frames" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { n = 1000, frames = 3 }, { n = 1, frames = 1 }, { n = 2, frames = 2 }, { n = 3, frames = 5 }, { n = 256, frames = 4 }, { n = 257, frames = 2 },
    { n = { 2000, 5000 }, frames = { 3, 9 } }, { n = 33001, frames = 3 },
  },
  rules = {
    { "kernels", least = function(c) return 2 * c.frames end, why = "the device softens the frames, with two launches for each" },
    { "streams", "kernels", least = function(c) return math.min(c.frames, 2) end, why = "two streams take turns" },
    { "calls", "cudaDeviceSynchronize", most = 0, why = "no wait for the whole device, since that would stop the other frames as well" },
    { "waits", most = function(c) return 2 * c.frames + 3 end, why = "one wait for each frame is enough" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates, in time" },
  },
  tolerance = { why = "sums of such numbers are exact" },
  excused = { absolute = "what comes from a byte is not negative" },
  oracle = function(c)
    for f = 0, c.frames - 1 do
      local step = {}
      for i = 0, c.n - 1 do
        local sum = 0
        for d = -1, 1 do sum = sum + c.x[f * c.n + math.max(0, math.min(c.n - 1, i + d))] / 8 end
        step[i] = sum
      end
      for i = 0, c.n - 1 do
        local sum = 0
        for d = -1, 1 do sum = sum + step[math.max(0, math.min(c.n - 1, i + d))] end
        c.y[f * c.n + i] = sum
      end
    end
  end,
  hints = {
    "When `spare.push_back(stage)` is reached, has the copy from `stage` happened, or has it only been queued? Which frame takes that buffer next? And in which stream do the kernels use `between`, and in which is it freed?",
    "Let each stream keep one pinned buffer. Before the host fills it again, the copy from it must have ended: record an event after the copy, and wait for it.",
    "`cudaFreeAsync(between, s[b]);` in the frame's own stream. And with buffers `stage[2]` and events `sent[2]`: `cudaEventSynchronize(sent[b]);` before the loop that fills `stage[b]`, `cudaEventRecord(sent[b], s[b]);` after the copy.",
  },
}
