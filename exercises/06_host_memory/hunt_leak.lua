return {
  title = "Bug hunt: the memory that runs out",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "hunt_leak", returns = "int",
  task = [[
A colleague's program adds up numbers that arrive in batches of different lengths. For each batch the host sends the numbers to the device, gets their sum back, and stores it. A batch may be empty; its sum is 0. (One thread adds up a batch: the batches are short, and this hunt is about memory.) The function returns how many batches were not empty.

"It is right", says the colleague, and it is. "But after two days the server says *out of memory*, although the program has not changed."

The function leaks two different things, each only in some rounds of its loop:

- one when the buffer on the device has to grow
- one when a batch is empty

Check the program first. For everything that was never freed, the report names the line that *allocated* it, and how much there is of it. Which line should have freed it, and why is that line not reached?

(It uses an *event*, a mark in the device's queue of work: `cudaEventCreate` allocates it, `cudaEventDestroy` frees it.)

Keep the buffer as it is meant: it grows when it must, and is reused otherwise. That is a good idea.
]],
  params = {
    { name = "sums", type = "float", role = "out", count = "batches" },
    { name = "x", type = "float", role = "in", count = function(c) return c.batches * c.longest end, fill = { "integers", -20, 20 } },
    { name = "length", type = "int", role = "in", count = "batches", fill = { "integers", "shortest", "longest" } },
    { name = "batches", type = "int", value = "batches" },
  },
  cases = {
    { batches = 20, shortest = 1, longest = 200 }, { batches = 200, shortest = 0, longest = 5 },
    { batches = 1, shortest = 1, longest = 40 }, { batches = 2, shortest = 1, longest = 40 },
    { batches = 3, shortest = 40, longest = 40 }, { batches = 150, shortest = 0, longest = 900 },
    { batches = 4, shortest = 1100, longest = 3001 }, { batches = { 100, 200 }, shortest = 0, longest = 700 },
  },
  rules = {
    { "needs_kernels", why = "let the kernels compute the result: a host that computes it again does not need them" },
    { "no_leaks", why = "in each round, free whatever the round allocates and does not keep, on every path through the loop" },
    { "calls", "cudaMalloc", most = function(c) return math.min(c.batches, c.longest) + 1 end,
      why = "let the buffer grow when it must, and reuse it when it need not grow" },
    { "calls", "cudaDeviceReset", most = 0, why = "do not reset the device: that frees everything, even what other parts of the program still use" },
  },
  tolerance = { why = "sums of small whole numbers are exact in floats" },
  excused = {
    one_block = "the kernel is given, and has one thread",
    up_to_1024 = "the kernel is given, and has one thread",
  },
  oracle = function(c)
    local at, done = 0, 0
    for b = 0, c.batches - 1 do
      local sum = 0
      for i = at, at + c.length[b] - 1 do sum = sum + c.x[i] end
      at = at + c.length[b]
      if c.length[b] > 0 then done = done + 1 end
      c.sums[b] = sum
    end
    c.result = done
  end,
  hints = {
    "A pointer that gets a new value forgets the old one. Where does `d_x` get a new value, and which pointer still knows the memory that it pointed to?",
    "`continue` jumps to the next round at once and skips the rest of the loop. What has the round allocated by then?",
    "`cudaFree(d_x);` before the `cudaMalloc` in the loop (the first time `d_x` is null, which does no harm). And move `cudaEventCreate` from above the `if (n == 0)` to below it.",
  },
}
