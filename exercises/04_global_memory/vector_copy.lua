return {
  title = "vector_copy: sixteen bytes at a time",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "vector_copy",
  task = [[
Copy `x` into `out`, `n` floats, with accesses of 16 bytes: each thread copies four neighbouring floats in *one* load and *one* store.

`float4` is a built-in type of four floats, x, y, z and w. To convert a pointer to floats into one to `float4`, write `reinterpret_cast<const float4 *>(x)`, or `(const float4 *)x` as in C; its element `i` is the floats 4i to 4i + 3. Both arrays start at a multiple of 16 bytes, as such an access requires.

`n` need not be a multiple of 4: one to three floats may be left at the end. Copy those too, one by one.

There are at least `n / 4` threads, rounded up, in blocks of 128.
]],
  params = {
    { name = "out", type = "float", role = "out", count = "n" },
    { name = "x", type = "float", role = "in", count = "n", fill = { "uniform", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 4 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 5 }, { n = 511 }, { n = 512 }, { n = 513 }, { n = 514 }, { n = 515 }, { n = 516 },
    { n = { 1000, 5000 } }, { n = 140003 },
  },
  perf = {
    case = { n = 65538 }, gpu = { n = (1 << 24) - 2 },
    limits = {
      { "bytes_per_request", least = 400,
        why = "32 threads with 16 bytes each move 512; a warp that moves 128 bytes at a time needs four times as many instructions" },
      { "traffic", most = 1.2, why = "every byte moves once: a thread's 16 bytes are next to those of its neighbour",
        advice = "let each thread access 16 bytes at once, and its neighbour the next 16" },
      { "time", times = 1.2, why = "accesses of 16 bytes keep enough data in flight to use the memory's full bandwidth" },
    },
  },
  launch = function(c) return { grid = ceil_div(ceil_div(c.n, 4), 128), block = 128 } end,
  tolerance = { why = "a copy does not change any bit" },
  oracle = function(c)
    for i = 0, c.n - 1 do c.out[i] = c.x[i] end
  end,
  hints = {
    "Thread `i` copies float4 number `i`, if all four of its floats exist: that is true for i < n / 4.",
    "The next thread, number n / 4, copies what is left: from 4 * (n / 4) up to n, none to three floats. It copies them as floats.",
    [[
```
if (i < n / 4)
    reinterpret_cast<float4 *>(out)[i] =
        reinterpret_cast<const float4 *>(x)[i];
else if (i == n / 4)
    for (...) ...
```]],
  },
}
