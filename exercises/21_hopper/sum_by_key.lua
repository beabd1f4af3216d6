return {
  title = "sum_by_key: lanes that belong together",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "sum_by_key",
  task = [[
Element i has a key, `key[i]`, which is 0 or more, and a value, `value[i]`. For each key, add up the values in `total[key]`, and store the largest in `most[key]`. At the beginning all of `total` is 0, and all of `most` is the smallest int.

An atomic for each element is right, but slow where many lanes of a warp have the same key. So let the lanes with the same key work together, and let one of them do the two atomics for all:

- `__match_any_sync(mask, key)` gives each lane the mask of the lanes with its key
- `__reduce_add_sync(mask, value)` and `__reduce_max_sync(mask, value)` give each lane the sum and the maximum over the lanes of a mask. The masks of a warp may differ from lane to lane, as long as all lanes in a mask pass the same mask

There is a thread for each element. `n` need not be a multiple of 32, so some lanes may have no element and no key. There may be too many keys for an array in shared memory, and atomics there count as well.
]],
  params = {
    { name = "total", type = "int", role = "inout", count = "keys", fill = { "constant", 0 } },
    { name = "most", type = "int", role = "inout", count = "keys", fill = { "constant", -2147483648 } },
    { name = "key", type = "int", role = "in", count = "n", fill = { "integers", 0, function(c) return c.keys - 1 end } },
    { name = "value", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 64, keys = 2, low = -9, high = 9 }, { n = 1, keys = 1, low = -9, high = -1 }, { n = 2, keys = 1, low = 5, high = 9 }, { n = 31, keys = 3, low = -900000, high = -1 },
    { n = 33, keys = 40, low = -9, high = 9 }, { n = 255, keys = 1, low = 100000, high = 5000000 }, { n = 257, keys = 7, low = -5000000, high = -100000 },
    { n = { 1000, 5000 }, keys = { 2, 9 }, low = -300000, high = 300000 }, { n = { 2000, 6000 }, keys = 70001, low = -1000000, high = 1000000 }, { n = 70001, keys = 300, low = -90000, high = 90000 },
  },
  perf = {
    case = { n = 65536, keys = 4, low = -900, high = 900 }, gpu = { n = 1 << 24, keys = 4, low = -50, high = 50 },
    bytes = function(c) return 8 * c.n end,
    limits = {
      { "atomics", most = 20000, why = "with four keys, a warp has two atomics for each of them and not for each lane" },
      { "warp_instructions", times = 3, why = "`__reduce_add_sync` does in one instruction what takes a loop of shuffles" },
      { "active_lanes", least = 13, why = "all threads share the work" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = {
    ["absolute:14"] = "a key is no less than 0", ["unsigned_input:14"] = "a key is no less than 0",
    ["unsigned_input:15"] = "the value goes back into an int",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local k = c.key[i]
      c.total[k] = i32(c.total[k] + c.value[i])
      c.most[k] = math.max(c.most[k], c.value[i])
    end
  end,
  hints = {
    "Give lanes without an element a key that no element has, -1, and the value 0. Then all 32 lanes take part in `__match_any_sync`, and its mask names all of them.",
    "The sum and the maximum are the same in all lanes of a group. Any of them may do the atomics, for instance the lowest: `__ffs(peers) - 1` is its number.",
    [[
```
unsigned peers = __match_any_sync(0xffffffff, k);
int sum = __reduce_add_sync(peers, v);
int top = __reduce_max_sync(peers, v);
if (k >= 0 && threadIdx.x % 32 == __ffs(peers) - 1) {
    atomicAdd(&total[k], sum);
    atomicMax(&most[k], top);
}
```]],
  },
}
