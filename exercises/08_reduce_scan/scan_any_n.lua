return {
  title = "scan_any_n: look back",
  kind = "kernel",
  difficulty = 3, minutes = 50,
  kernel = "scan_any_n",
  task = [[
Compute running sums over the *whole* array, in one launch: `out[i]` is the sum of `x[0]` to `x[i]`, for any n. The sums fit an int.

There is one block of 256 threads for each piece of 8192 elements, and there may be far more blocks than run at the same time. So each block

- takes the number of its piece from the counter `*turn`, which is 0 at the beginning and the number of pieces at the end
- adds up its piece, and publishes the sum at once, marked as *this piece alone*
- looks back, from the piece before its own towards the first. At each piece it waits until a sum is published, and adds it. When it meets a sum marked as *everything up to here* it has all it needs
- publishes the sum of everything up to its own end, with that mark
- writes its running sums, as in `block_scan`, and adds what is before to each

To publish a sum means to write it to `known[piece]`; all of `known` is 0 at the beginning. Other blocks must see the mark and the sum together, so the two share one 64-bit word: the upper half is the mark, 1 or 2, the lower half the sum. At the end every word has mark 2. `known` is `volatile`, so that each access really reads memory.
]],
  params = {
    { name = "out", type = "int", role = "out", count = "n" },
    { name = "turn", type = "unsigned int", role = "inout", count = 1, fill = { "constant", 0 } },
    { name = "known", type = "unsigned long long", role = "inout", count = function(c) return ceil_div(c.n, 8192) end,
      fill = { "constant", 0 } },
    { name = "x", type = "int", role = "in", count = "n",
      fill = { "integers", function(c) return c.n > 1000000 and -1000 or c.n > 10000 and -1000000 or -10000000 end,
               function(c) return c.n > 1000000 and 1000 or c.n > 10000 and 1000000 or 10000000 end } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 256 }, { n = 512 }, { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 33 }, { n = 255 }, { n = 257 },
    { n = { 1000, 4900 } }, { n = 8192 }, { n = 8193 }, { n = 24577 }, { n = 50007 }, { n = 330007 }, { n = 100001, resident = 3 },
  },
  perf = {
    case = { n = 131072 }, gpu = { n = 1 << 24 },
    bytes = function(c) return 8 * c.n end,
    limits = {
      { "traffic", most = 2, why = "load each element once or twice, and store it once, neighbouring threads next to each other; the reference loads it once" },
      { "time", times = 3, why = "looking back costs little, so reading and writing the array takes nearly all the time" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 8192), block = 256, resident = c.resident } end,
  tolerance = { why = "whole numbers are exact" },
  strict = { "race-within-warp" },
  excused = {
    ["guard_tighter:63"] = "only a sum of 0 makes a difference, and then it adds what is already in it: all numbers are positive",
    ["guard_looser:82"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:87"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:92"] = "no lane is 32 lanes from the left",
    ["guard_looser:119"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
  },
  oracle = function(c)
    local sum = 0
    for i = 0, c.n - 1 do
      sum = sum + c.x[i]
      c.out[i] = sum
    end
    c.turn[0] = ceil_div(c.n, 8192)
    for p = 0, c.turn[0] - 1 do c.known[p] = (2 << 32) + (c.out[math.min(c.n, 8192 * (p + 1)) - 1] & 0xffffffff) end
  end,
  hints = {
    "A simple way to do the work: each warp adds up its part of the piece, 32 neighbouring elements at a time; one thread adds up the eight sums of the warps, looks back and publishes; then all warps go through their parts once more. (To read x only once, keep the elements in registers.)",
    "To take a number, thread 0 stores the result of `atomicAdd(turn, 1)` in a shared variable; then comes a barrier. To publish: `known[p] = (1ull << 32) | (unsigned)sum;`, later the same with 2ull. A word that is 0 has not been published yet.",
    [[
```
while (p-- > 0) {
    unsigned long long w;
    do
        w = known[p];
    while (w == 0);
    before += (int)w;
    if (w >> 32 == 2) break;
}
```]],
  },
}
