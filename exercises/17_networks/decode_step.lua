return {
  title = "decode_step: attention for one new word",
  kind = "kernel",
  difficulty = 3, minutes = 40,
  kernel = "decode_step",
  task = [[
A language model writes word by word. For the new word, *attention* looks back at all words so far. Each of them has left two vectors, a *key* and a *value*, which the program keeps in the *KV cache*. The new word comes with a vector called the *query*.

Each of `heads` heads has its own keys, values and query, and the heads do not depend on each other. For each head, with `len` words in the cache:

- the score of word j is the dot product of the query and key j, times 1/8: `s[j] = sum over i of q[i] * k[j][i] / 8`
- softmax turns the scores into shares: `p[j] = exp(s[j] - max) / sum`
- the result is the mean of the values, with these shares as weights: `out[i] = sum over j of p[j] * v[j][i]`

Vectors have 64 floats. `k[head][j][i]` and `v[head][j][i]` have room for `room` words in each head. The first `len` are in use; do not read the others.

There is one block of 128 threads for each head. It has `len` floats of dynamic shared memory for the scores (`extern __shared__ float score[];`). A warp takes a key: each lane loads two of its floats, so that the load is coalesced. For the results, neighbouring threads take neighbouring elements of the values.
]],
  params = {
    { name = "out", type = "float", role = "out", shape = { "heads", 64 } },
    { name = "q", type = "float", role = "in", shape = { "heads", 64 }, fill = { "eighths", function(c) return c.same and 1 or -2 end, 2 } },
    { name = "k", type = "float", role = "in", shape = { "heads", function(c) return c.room * 64 end }, used = function(c) return c.len * 64 end, fill = { "eighths", "low", function(c) return c.high or 2 end }, scale = function(c) return c.times or 1 end },
    { name = "v", type = "float", role = "in", shape = { "heads", function(c) return c.room * 64 end }, used = function(c) return c.len * 64 end, fill = { "eighths", -1, 3 } },
    { name = "len", type = "int", value = "len" },
    { name = "room", type = "int", value = "room" },
  },
  cases = {
    { heads = 1, len = 32, room = 32, low = -2 }, { heads = 2, len = 128, room = 128, low = -2 }, { heads = 3, len = 20, room = 40, low = -2 }, { heads = 1, len = 1, room = 1, low = -2 },
    { heads = 2, len = 2, room = 9, low = -2 }, { heads = 4, len = 3, room = 5, low = -2 }, { heads = 3, len = 127, room = 130, low = -1 }, { heads = 2, len = 129, room = 200, low = -2 },
    { heads = 2, len = 33, room = 64, low = 10, high = 30, same = 1 }, { heads = 2, len = 50, room = 51, low = -30, high = -10, same = 1 }, { heads = 2, len = 50, room = 51, low = -30, high = -10, same = 1, times = 2.0 ^ 100 }, { heads = { 2, 5 }, len = { 40, 300 }, room = 320, low = -2 }, { heads = 40, len = 7, room = 8, low = -2 }, { heads = 1, len = 1201, room = 1300, low = -2 },
  },
  perf = {
    case = { heads = 8, len = 512, room = 600, low = -2 }, gpu = { heads = 512, len = 1024, room = 1024, low = -2 },
    bytes = function(c) return c.heads * (c.len * 2 + 2) * 256 end,
    limits = {
      { "traffic", most = 1.3, why = "each key and each value is loaded once, and the lanes of a warp load neighbouring floats" },
      { "warp_instructions", times = 2.5, why = "all threads of the block share the keys, and the values as well" },
      { "active_lanes", least = 18, why = "all threads of the block share the keys, and the values as well" },
      { "time", times = 1.8, why = "each key and each value is loaded once" },
    },
  },
  launch = function(c) return { grid = c.heads, block = 128, shared = 4 * c.len } end,
  tolerance = { rel = 2e-5, abs = 5e-5, why = "`expf` is off by a unit in the last place, and each order of adding rounds in its own way" },
  strict = { "race-within-warp" },
  excused = { short_index = "a cache of 33000 words does not fit into shared memory, and 33000 heads take too long here" },
  oracle = function(c)
    for h = 0, c.heads - 1 do
      local s, most, sum = {}, -math.huge, 0
      for j = 0, c.len - 1 do
        local at = (h * c.room + j) * 64
        s[j] = 0
        for i = 0, 63 do s[j] = s[j] + c.q[h * 64 + i] * c.k[at + i] end
        s[j] = s[j] / 8
        most = math.max(most, s[j])
      end
      for j = 0, c.len - 1 do
        s[j] = math.exp(s[j] - most)
        sum = sum + s[j]
      end
      for i = 0, 63 do
        local r = 0
        for j = 0, c.len - 1 do r = r + s[j] * c.v[(h * c.room + j) * 64 + i] end
        c.out[h * 64 + i] = r / sum
      end
    end
  end,
  hints = {
    "There are three parts, with barriers between them: store the scores in shared memory; apply softmax, as in `softmax_rows`; sum over the values. Every warp can compute the maximum and the sum by itself from the scores in shared memory, which saves barriers.",
    "Scores: warp number `t / 32` takes keys `t / 32`, `t / 32 + 4`, ... Lane l multiplies numbers l and l + 32 of query and key, and shuffles add up the 32 sums. Results: there are 128 threads for 64 numbers, so two threads share a number. One takes the even words, the other the odd ones, and shared memory brings their two sums together.",
    [[The last part:
```
int i = t % 64;
float sum = 0;
for (int j = t / 64; j < len; j += 2)
    sum += score[j] * values[j * 64 + i];
```
Then threads 64 to 127 store their sums into a shared array, barrier, and threads 0 to 63 add them and store the result.]],
  },
}
