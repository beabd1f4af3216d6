return {
  title = "host_callback: the host's work, in the stream's order",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "piece_sums",
  task = [[
`x` comes in pieces of `chunk` numbers; the last one may be shorter. Each piece goes through `stir` on the device and back to the host, where `add_up` adds up its numbers: `sums[c]` is the sum of piece `c`, in unsigned ints that wrap around.

The stub waits for each piece and then calls `add_up` itself. So the device is idle while the host adds, and the host is idle while the device works.

You can put a host function *into the stream*, after the copy:

`cudaLaunchHostFunc(s, add_up, &work)`

It returns at once. When everything before it in the stream is done, a thread of the driver calls `add_up(&work)`; what comes after it in the stream waits until it returns. The function has the type `void f(void *)`, and it *must not call CUDA*: it could wait for a stream that waits for the function.

Put `add_up` into the stream for each piece, and wait once, at the end.
]],
  params = {
    { name = "x", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "sums", type = "unsigned int", role = "out", count = function(c) return ceil_div(c.n, c.chunk) end },
    { name = "n", type = "int", value = "n" },
    { name = "chunk", type = "int", value = "chunk" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1, chunk = 1, rounds = 3 }, { n = 3, chunk = 1, rounds = 1 }, { n = 2, chunk = 5, rounds = 5 },
    { n = 1000, chunk = 100, rounds = 5 }, { n = 1001, chunk = 100, rounds = 5 },
    { n = { 3000, 5000 }, chunk = 257, rounds = 20 }, { n = 100001, chunk = 20000, rounds = 50 },
  },
  rules = {
    { "operations", "host_functions", least = function(c) return ceil_div(c.n, c.chunk) end,
      why = "put `add_up` into the stream, once for each piece" },
    { "needs_host_functions", why = "let `add_up` in the stream do the adding: the host is then free for other work" },
    { "waits", most = 2, why = "wait only at the end: the stream keeps the order by itself" },
    { "pinned", why = "use pinned memory for all copies: with other memory the host may have to wait" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free the memory and destroy the stream" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for p = 0, ceil_div(c.n, c.chunk) - 1 do
      local sum = 0
      for i = p * c.chunk, math.min(c.n, (p + 1) * c.chunk) - 1 do
        local h = c.x[i]
        for k = 1, c.rounds do h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF end
        sum = (sum + h) & 0xFFFFFFFF
      end
      c.sums[p] = sum
    end
  end,
  hints = {
    "`cudaLaunchHostFunc` takes one pointer that it passes to the function. What it points to must still be there, and unchanged, when the function is called, long after `cudaLaunchHostFunc` has returned.",
    "So each piece needs a `struct piece` of its own that lives until the end: an array of them, allocated before the loop (for example a `std::vector<piece>` of the right length), and not one variable inside the loop.",
    [[
```
work[c] = { h + begin, count, &sums[c] };
cudaLaunchHostFunc(s, add_up, &work[c]);
```
These lines replace the wait and the call. After the loop comes one `cudaStreamSynchronize(s)`.]],
  },
}
