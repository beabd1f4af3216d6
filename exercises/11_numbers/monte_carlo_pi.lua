return {
  title = "monte_carlo_pi: a count that does not depend on the threads",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "monte_carlo_pi",
  task = [[
Throw points at a square and count how many hit the quarter circle in it: their share, times 4, is nearly pi. Here the points come from Philox, so the count is a number that can be checked exactly.

Point number `p`, from 0 to `n - 1`, is word `p % 4` (x, y, z, w) of the four words with the number `p / 4`. The function `philox_words` in the stub computes them. The high 16 bits of a word are the point's `u`, and the low 16 bits are its `v`. The point is inside if `u * u + v * v` is less than 2 to the power of 32. (Take care: an `unsigned int` ends just below that.)

Add the number of points inside to `inside[0]`, which holds a number already. Blocks have 128 threads, and the grid may have fewer threads than there are groups of four words. So a thread takes every `gridDim.x * blockDim.x`-th group.

Counting is cheap in a register, and expensive in a memory location that all threads share. So let each thread count for itself, let a warp add up its counts, and let one lane add the sum to `inside[0]` atomically.
]],
  params = {
    { name = "inside", type = "unsigned int", role = "inout", count = 1, fill = { "integers", 1, 1000 } },
    { name = "n", type = "int", value = "n" },
    { name = "key0", type = "unsigned int", value = "key0" },
    { name = "key1", type = "unsigned int", value = "key1" },
  },
  cases = {
    { n = 512, key0 = 1, key1 = 2 }, { n = 1, key0 = { 0, 4000000000 }, key1 = 0 }, { n = 2, key0 = 11, key1 = 0 }, { n = 3, key0 = 5, key1 = 5 },
    { n = 4, key0 = 0, key1 = { 0, 4000000000 } }, { n = 127, key0 = 8, key1 = 0 }, { n = 513, key0 = 9, key1 = 1 }, { n = 1021, key0 = 3, key1 = 77 },
    { n = { 2000, 9000 }, key0 = { 0, 4000000000 }, key1 = { 0, 4000000000 } }, { n = 20003, key0 = 2, key1 = 0, blocks = 3 },
    { n = 50007, key0 = 7, key1 = 0 }, { n = 8191, key0 = 1000, key1 = 0, blocks = 1 },
    -- One of these points is so close to the circle that floats of 24 binary digits put it outside.
    { n = 591, key0 = 37745, key1 = 0 }, { n = 200, key0 = 550825, key1 = 0 },
  },
  perf = {
    case = { n = 65536, key0 = 12, key1 = 13 }, gpu = { n = 1 << 19, key0 = 12, key1 = 13, blocks = 264 },
    limits = {
      { "atomics", most = 300, why = "one for each warp or each block, not one for each thread" },
      { "warp_instructions", times = 8, why = "the threads share the points" },
    },
  },
  launch = function(c) return { grid = math.min(ceil_div(c.n, 512), c.blocks or 32), block = 128 } end,
  tolerance = { why = "the points are the same everywhere, so the count is exact" },
  excused = { short_index = "32 blocks have 4096 threads" },
  oracle = function(c)
    local low, count = 0xffffffff, 0
    for i = 0, (c.n - 1) // 4 do
      local a, b, d, e, k, l = i, 0, 0, 0, c.key0, c.key1
      for _ = 1, 10 do
        local p, q = 0xD2511F53 * a, 0xCD9E8D57 * d
        a, b, d, e = (q >> 32) ~ b ~ k, q & low, (p >> 32) ~ e ~ l, p & low
        k, l = (k + 0x9E3779B9) & low, (l + 0xBB67AE85) & low
      end
      local words = { a, b, d, e }
      for j = 1, math.min(4, c.n - 4 * i) do
        local u, v = words[j] >> 16, words[j] & 0xffff
        if u * u + v * v < 1 << 32 then count = count + 1 end
      end
    end
    c.inside[0] = c.inside[0] + count
  end,
  hints = {
    "A function for one word, which returns 1 if the point is inside and 0 if not, keeps the loop short. Compute the squares in `unsigned long long`: both are below 2 to the power of 32, but their sum may not be.",
    "The last group may be incomplete: its j-th word is a point only if `4 * i + j < n`.",
    [[
```
for (int i = ...; i < (n + 3) / 4; i += gridDim.x * blockDim.x) {
    uint4 w = philox_words(i, key0, key1);
    count += hit(w.x) + (4 * i + 1 < n && hit(w.y)) + ...;
}
```
Then the shuffles of `warp_sum`.]],
  },
}
