return {
  title = "float_max_cas: an atomic of your own",
  kind = "kernel",
  difficulty = 3, minutes = 20,
  kernel = "float_max_cas",
  task = [[
`*best` is a float. Raise it to the largest of itself and the `n` floats in `x`. The numbers may be negative, even all of them.

CUDA has an `atomicMax` for integers, but none for floats. But with `atomicCAS`, compare and swap, you can make any operation on 4 or 8 bytes atomic:

- read what is there, with an atomic that changes nothing, `atomicAdd(address, 0)`, or through a pointer to `volatile`
- compute what should be there instead
- store it *if* nothing has changed in the meantime; otherwise start again with what is there now

`atomicCAS(address, expected, new)` works on integers: it stores `new` if it finds `expected`, and in either case returns what it found. `__float_as_int(f)` and `__int_as_float(i)` reinterpret the 32 bits of a float as an int and back, without converting the value.

There are no NaNs among the numbers. (The loop in NVIDIA's programming guide begins with a plain load, `old = *address`. The checker accepts it, because the swap notices an outdated value. An atomic or volatile load is safer.)
]],
  params = {
    { name = "best", type = "float", role = "inout", count = 1, fill = { "constant", "before" } },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 2, before = -2, low = -1, high = 8 }, { n = 1000, before = 0.5, low = 0.5, high = 8 }, { n = 1, before = -9, low = -8, high = -2 },
    { n = 2, before = -1000, low = -900, high = -0.001 }, { n = 3, before = 77.25, low = -100, high = 77 },
    { n = 255, before = -3e30, low = -2e30, high = -1e20 }, { n = 256, before = -0.5, low = -0.25, high = 0.75 },
    { n = 257, before = -1, low = -0.5, high = -0.25 }, { n = { 1000, 5000 }, before = 0, low = 0.001, high = 0.002 },
    { n = 6001, before = -12345, low = -12000, high = -11000 },
    -- One warp, and every thread's number is larger than the stored one: a kernel that swaps only once, or stores without looking again,
    -- leaves the first or the last thread's number, which is the largest with probability 1/32. Larger cases let more mistakes pass.
    { n = 32, before = -5, low = 1, high = 2 }, { n = 32, before = -70, low = -60, high = -50 }, { n = 32, before = -1, low = -0.5, high = 0.5 },
    { n = 40, before = -3.3e38, low = -3e38, high = -2e38 }, { n = 32, before = 3, low = 100, high = 1000 }, { n = 32, before = -1e9, low = -1e8, high = -1e7 },
    { n = 33001, before = -5, low = -4, high = 1 },
  },
  perf = {
    case = { n = 16384, before = -1, low = -0.5, high = 8 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "the result is one of the numbers, unchanged" },
  excused = { ["guard_looser:17"] = "storing an equal number changes nothing" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      if c.x[i] > c.best[0] then c.best[0] = c.x[i] end
    end
  end,
  hints = {
    "Cast the address to that of an int: `int *bits = (int *)best`. Compare the numbers as floats, and swap them as ints. Read the first value with an atomic, too: `atomicAdd(bits, 0)` changes nothing and returns what is there.",
    "The loop goes on as long as your number is larger than what is there. In each round, swap; if you get back what you expected, you are done; otherwise expect what you got back.",
    [[
```
while (v > __int_as_float(old)) {
    int seen = atomicCAS(bits, old, __float_as_int(v));
    if (seen == old) break;
    old = seen;
}
```]],
  },
}
