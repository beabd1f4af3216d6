return {
  title = "hash_count: how often each key occurs",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "hash_count",
  task = [=[
Find out how often each key occurs in its piece of the array. Each block has a piece of 1024 keys. `times[i]` is the number of keys in the same piece that are equal to `key[i]`, including `key[i]` itself.

With pieces of 4 and the keys `7 9 7 7   9 0`:

`times` is `3 1 3 3   1 1`

Comparing each key with all others takes 1024 * 1024 comparisons. A *hash table* needs only a few for each key. The table is in shared memory and has 2048 slots. A slot holds a key and its count, or is empty. A *hash function* of the key gives the slot where its search begins, and so scatters the keys over the slots. If another key is there already, try the next slot, and so on. After the last slot comes the first.

Many threads insert at the same time. `atomicCAS(&slot, EMPTY, key)` stores the key if the slot was empty, and returns what was there before: EMPTY or the same key means that the slot is yours.

When all keys are in the table, each thread looks up its own.

A block has 256 threads, four keys for each. Keys are not negative, and the last piece may be shorter. Count in any way you like, within the limits below.
]=],
  params = {
    { name = "times", type = "int", role = "out", count = "n" },
    { name = "key", type = "int", role = "in", count = "n",
      fill = function(c, draw)
        local key = {}
        for i = 0, c.n - 1 do
          local end_of_range = c.ends and draw(0, 15) -- the smallest and the largest key among the others
          if c.crowded == 1 then -- their product with 2654435761 begins with the same 11 bits: one slot for all
            repeat key[i] = draw(0, 0x1fffff) * 244002641 % (1 << 32) until key[i] < 1 << 31
          else
            key[i] = end_of_range == 0 and 0 or end_of_range == 1 and 0x7fffffff or c.first + c.step * draw(0, c.kinds - 1)
          end
        end
        return key
      end },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1024, first = 0, step = 1, kinds = 300 }, { n = 1, first = 0, step = 1, kinds = 1 }, { n = 2, first = 5, step = 1, kinds = 1 },
    { n = 3, first = 2047, step = 2048, kinds = 2 }, { n = 1000, first = 0, step = 1, kinds = 1 }, { n = 1024, first = 2047, step = 2048, kinds = 100000 },
    { n = 1025, first = 1900, step = 1, kinds = 2000 }, { n = 2047, first = 0, step = 1, kinds = 100000000 }, { n = 255, first = 0, step = 1, kinds = 40 },
    { n = 257, first = 7, step = 1024, kinds = 60 }, { n = { 1000, 9000 }, first = { 0, 4000 }, step = { 1, 64 }, kinds = { 50, 9000 } },
    { n = 40001, first = 1, step = 1, kinds = 700 }, { n = 20007, first = 1, step = 1, kinds = 100000000, ends = 1 },
    { n = 1024, first = 0, step = 1, kinds = 1, crowded = 1 },
  },
  perf = {
    case = { n = 65536, first = 0, step = 1, kinds = 100000 }, gpu = { n = 1 << 20, first = 0, step = 1, kinds = 100000 },
    limits = {
      { "active_lanes", least = 8, why = "all threads insert and look up; a few lanes wait for others that need more tries" },
      { "warp_instructions", times = 4, why = "a table that is half empty takes one or two tries for each key, not a comparison with all the others" },
      { "time", times = 2, why = "a few tries for each key" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 1024), block = 256 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = {
    absolute = "no key is negative",
    unsigned_input = "no key is negative",
  },
  oracle = function(c)
    for b = 0, ceil_div(c.n, 1024) - 1 do
      local last, seen = math.min(1024 * b + 1023, c.n - 1), {}
      for i = 1024 * b, last do seen[c.key[i]] = (seen[c.key[i]] or 0) + 1 end
      for i = 1024 * b, last do c.times[i] = seen[c.key[i]] end
    end
  end,
  hints = {
    "Two arrays in shared memory, `slot_key[2048]` and `slot_times[2048]`. All slots begin with EMPTY, which is -1, and with a count of 0. After a barrier, insert all keys. After another one, look all of them up.",
    "A good hash function uses all bits of the key: `(key * 2654435761u) >> 21` is a slot from 0 to 2047. With `key % 2048`, keys that are 2048 apart would all want the same slot.",
    [[To insert:
```
for (;;) {
    int old = atomicCAS(&slot_key[s], -1, k);
    if (old == -1 || old == k) break;
    s = (s + 1) % 2048;
}
```
Then `atomicAdd(&slot_times[s], 1)`. To look up: go on to the next slot while `slot_key[s] != k`.]],
  },
}
