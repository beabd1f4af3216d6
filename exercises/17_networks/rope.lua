return {
  title = "rope: positions as rotations",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "rope",
  task = [[
A language model has to know where in the text a word stands. With *rotary position embedding* (RoPE), most of today's models rotate the numbers of each word by angles that grow with its position. The score of two words then depends on their positions only through the distance between them.

`x` holds `tokens` words. Each has `heads` vectors of `dim` floats, so `x[t][k][i]` is number i of head k of word t. Numbers `i` and `i + dim / 2` of a vector form a pair, and each pair is a point in the plane. Rotate it, in place, by the angle `a = pos[t] * freq[i]`:

- number `i` becomes `x[i] * cos(a) - x[i + dim / 2] * sin(a)`
- number `i + dim / 2` becomes `x[i] * sin(a) + x[i + dim / 2] * cos(a)`

`freq` has `dim / 2` floats, and `pos` has an integer for each word. Compute the angle as a float. It may be more than a hundred thousand, so use `sincosf`: the fast `__sinf` has no error bound outside -pi to pi.

The angle is the same for all heads of a word. So there is one thread for each word and pair, thread number `t * (dim / 2) + i`, which computes sine and cosine *once*, and turns the pair in every head. Blocks have 128 threads, and there are enough of them.
]],
  params = {
    { name = "x", type = "float", role = "inout", shape = { "tokens", "heads", "dim" }, fill = { "uniform", -2, 2 } },
    { name = "pos", type = "int", role = "in", count = "tokens", fill = { "integers", "first", "last" } },
    { name = "freq", type = "float", role = "in", count = function(c) return c.dim // 2 end,
      fill = function(c)
        local f = {}
        for i = 0, c.dim // 2 - 1 do f[i] = 10000.0 ^ (-2 * i / c.dim) end
        return f
      end },
    { name = "tokens", type = "int", value = "tokens" },
    { name = "heads", type = "int", value = "heads" },
    { name = "dim", type = "int", value = "dim" },
  },
  cases = {
    { tokens = 4, heads = 2, dim = 64, first = 0, last = 10 }, { tokens = 2, heads = 3, dim = 128, first = 0, last = 4000 }, { tokens = 1, heads = 1, dim = 2, first = 1, last = 3 },
    { tokens = 2, heads = 1, dim = 4, first = 5, last = 9 }, { tokens = 3, heads = 5, dim = 6, first = 1, last = 100 }, { tokens = 50, heads = 2, dim = 10, first = 1000, last = 8000 },
    { tokens = { 10, 40 }, heads = { 1, 6 }, dim = { 16, 96, 2 }, first = 0, last = 2000 }, { tokens = 1, heads = 33001, dim = 2, first = 1, last = 5 },
    { tokens = 33001, heads = 1, dim = 2, first = 0, last = 30000 }, { tokens = 2, heads = 1, dim = 9000, first = 1, last = 4000 },
    { tokens = 5, heads = 2, dim = 8, first = 40000, last = 120000 },
  },
  perf = {
    case = { tokens = 32, heads = 16, dim = 128, first = 0, last = 4000 }, gpu = { tokens = 1 << 14, heads = 32, dim = 128, first = 0, last = 8000 },
    limits = {
      { "traffic", most = 1.15, why = "each number is loaded once and stored once, by neighbouring threads, and each angle is computed once" },
      { "warp_instructions", times = 3, why = "sine and cosine of an angle are computed once for all heads" },
      { "time", times = 1.4, why = "each number moves once" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.tokens * (c.dim // 2), 128), block = 128 } end,
  tolerance = { abs = 1e-5, why = "sine and cosine are off by two units in the last place, and fused multiply-adds round once instead of twice" },
  excused = {
    even_sizes = "the vectors have pairs", large_sizes = "the vectors have pairs",
    absolute = "neither a position nor a frequency is negative",
    unsigned_input = "no position is negative",
  },
  oracle = function(v)
    local half = v.dim // 2
    for t = 0, v.tokens - 1 do
      for i = 0, half - 1 do
        local a = f32(v.pos[t] * v.freq[i])
        local cos, sin = math.cos(a), math.sin(a)
        for k = 0, v.heads - 1 do
          local p = (t * v.heads + k) * v.dim + i
          v.x[p], v.x[p + half] = v.x[p] * cos - v.x[p + half] * sin, v.x[p] * sin + v.x[p + half] * cos
        end
      end
    end
  end,
  hints = {
    "With `half = dim / 2` and thread number n: the word is `n / half`, the pair is `n % half`. Neighbouring threads have neighbouring pairs, so the loads are coalesced.",
    "Load both numbers of the pair into variables before you store one: the second formula needs the old `x[i]`.",
    [[
```
sincosf(pos[t] * freq[i], &sin, &cos);
for (int k = 0; k < heads; k++) {
    float *p = x + ((size_t)t * heads + k) * dim + i;
    float a = p[0], b = p[half];
    p[0] = a * cos - b * sin;
    p[half] = a * sin + b * cos;
}
```]],
  },
}
