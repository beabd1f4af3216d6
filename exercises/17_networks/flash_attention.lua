return {
  title = "flash_attention: no matrix of scores",
  kind = "kernel",
  difficulty = 3, minutes = 45,
  kernel = "flash_attention",
  task = [[
Compute attention for a whole text at once. `q`, `k` and `v` hold the queries, keys and values of `n` tokens, 32 floats each. Token t looks at itself and all tokens before it:

- `s[j] = sum over i of q[t][i] * k[j][i]`, times `scale`, for j from 0 to t
- `p[j] = exp(s[j] - max) / sum`, as in every softmax
- `out[t][i] = sum over j of p[j] * v[j][i]`

The simple method stores all `n * n` scores and reads them again. For long texts they take far more bytes than everything else. *Flash attention* stores none of them:

- each thread has one token. It keeps its query (32 registers), its result (32 more), the largest score so far, and the sum so far
- the block loads tiles of 64 keys and 64 values into shared memory, and all its threads use them
- for each key, the thread updates everything that it keeps. If the new score is the largest, it first scales its sums to the new maximum. This is *online softmax*, as shown in the lesson

A block has 64 threads, for 64 neighbouring tokens, and there are enough blocks for `n`. You need not load tiles that come after all tokens of the block.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "n", 32 } },
    { name = "q", type = "float", role = "in", shape = { "n", 32 }, fill = { "eighths", "low", 2 } },
    { name = "k", type = "float", role = "in", shape = { "n", 32 }, fill = { "eighths", "low", 2 } },
    { name = "v", type = "float", role = "in", shape = { "n", 32 }, fill = { "eighths", -1, 3 } },
    { name = "n", type = "int", value = "n" },
    { name = "scale", type = "float", value = "scale" },
  },
  cases = {
    { n = 64, scale = 0.125, low = -2 }, { n = 128, scale = 0.25, low = -2 }, { n = 1, scale = 0.25, low = -2 }, { n = 2, scale = 0.5, low = -2 }, { n = 3, scale = 0.125, low = -1 },
    { n = 63, scale = 0.25, low = -2 }, { n = 65, scale = 0.0625, low = -2 }, { n = 100, scale = 4, low = 1 }, { n = 80, scale = -4, low = 1 }, { n = 70, scale = -2.0 ^ 100, low = 1 },
    { n = { 130, 160 }, scale = 0.125, low = -2 }, { n = 1037, scale = 0.125, low = -2 }, { n = 193, scale = 0.25, low = -1 },
  },
  perf = {
    case = { n = 576, scale = 0.125, low = -2 }, gpu = { n = 1 << 14, scale = 0.125, low = -2 },
    flops = function(c) return 64 * c.n * (c.n + 1) end,
    limits = {
      { "global_sectors", times = 1.5, why = "a block loads each key and each value once, and its 64 threads read them from shared memory" },
      { "warp_instructions", times = 2.5, why = "the threads share the tokens, and each score is computed once" },
      { "time", times = 2, why = "keys and values come from shared memory, and query and result stay in registers" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 64), block = 64 } end,
  tolerance = { rel = 3e-5, abs = 1e-4, why = "`expf` is off by a unit in the last place, scores of some hundred are rounded, and each order of adding rounds in its own way" },
  strict = { "race-within-warp" },
  excused = {
    ["guard_looser:24"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:49"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    ["guard_looser:58"] = "a fixed loop over an array of registers: one round more is undefined, and the compiler leaves it out",
    short_index = "33000 tokens have half a billion scores, which takes too long here",
  },
  oracle = function(c)
    for t = 0, c.n - 1 do
      local s, most, sum = {}, -math.huge, 0
      for j = 0, t do
        local dot = 0
        for i = 0, 31 do dot = dot + c.q[t * 32 + i] * c.k[j * 32 + i] end
        s[j] = dot * c.scale
        most = math.max(most, s[j])
      end
      for j = 0, t do
        s[j] = math.exp(s[j] - most)
        sum = sum + s[j]
      end
      for i = 0, 31 do
        local r = 0
        for j = 0, t do r = r + s[j] * c.v[j * 32 + i] end
        c.out[t * 32 + i] = r / sum
      end
    end
  end,
  hints = {
    "Write a loop over the tiles, with the same number of rounds for all threads of the block: `for (int first = 0; first <= last; first += 64)`, where `last` is the last token of the block. In each round: load, barrier, look at the keys j of the tile with first + j <= t, barrier. Threads without a token load as well, and reach the barriers.",
    "The arrays `float query[32], result[32]` stay in registers only if the compiler knows every index: use loops from 0 to 31, unrolled. The maximum begins with `-INFINITY`, sum and result with 0. The first score then scales zeros by exp(-infinity), which is 0, and nothing goes wrong.",
    [[For one key:
```
float s = dot * scale, larger = fmaxf(most, s),
        old = expf(most - larger), share = expf(s - larger);
sum = sum * old + share;
result[i] = result[i] * old + share * values[j][i];
most = larger;
```
At the end store `result[i] / sum`.]],
  },
}
