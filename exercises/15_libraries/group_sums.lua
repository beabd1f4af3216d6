return {
  title = "group_sums: what df.groupby does",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "group_sums", returns = "int",
  nvcc = "Thrust",
  task = [[
Each of the `n` rows of a table has a key and a value. The rows are in no particular order. Add up the values of all rows with the same key: a `groupby("key").sum()`.

- `out_key[g]` gets the g-th smallest key, each key once
- `out_sum[g]` gets the sum of its values
- the function returns the number of groups. Leave the elements of the outputs after the last group as they are

Equal keys need not be next to each other, but `thrust::reduce_by_key` adds up only *neighbours* with equal keys. So sort first. With the Thrust library, the whole function takes four lines:

- `thrust::device_vector<int> d_key(key, key + n);` allocates device memory and copies the keys; the memory is freed automatically at the end of the function
- `thrust::sort_by_key(keys_begin, keys_end, values_begin);` sorts both
- `auto ends = thrust::reduce_by_key(keys_begin, keys_end, values_begin, out_keys_begin, out_sums_begin);` returns where the two outputs end, as `ends.first` and `ends.second`
- `thrust::copy(begin, end, destination);` copies, also to the host

Begin and end are iterators: `d_key.begin()`, `d_key.end()`. The headers of Thrust are large: compiling takes 10 seconds or more.
]],
  params = {
    { name = "out_key", type = "int", role = "inout", count = "n", fill = { "constant", -77 } },
    { name = "out_sum", type = "float", role = "inout", count = "n", fill = { "constant", -7.5 } },
    { name = "key", type = "int", role = "in", count = "n", fill = { "integers", "low", "high" } },
    { name = "value", type = "float", role = "in", count = "n", fill = { "eighths", 1, 9 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 600, low = -5, high = 20 }, { n = 1, low = 3, high = 9 }, { n = 2, low = 4, high = 4 }, { n = 3, low = -100000, high = 100000 },
    { n = 257, low = 0, high = 3 }, { n = { 700, 3000 }, low = { -300, -1 }, high = { 1, 300 } }, { n = 9001, low = -2000000000, high = 2000000000 },
  },
  rules = {
    { "kernels", least = 1, why = "the device groups: copy the rows there, and let Thrust work on `device_vector`s" },
    { "bytes", "copies_in", most = function(c) return 8 * c.n + 1024 end, why = "keys and values go to the device once" },
    { "bytes", "copies_out", most = function(c) return 8 * c.n + 1024 end, why = "only the groups come back" },
    { "no_leaks", why = "free what you allocate; a `device_vector` does so by itself" },
  },
  tolerance = { why = "the values are multiples of 1/8, so that sums in any order are exact" },
  oracle = function(c)
    local sums, keys, m = {}, {}, 0
    for i = 0, c.n - 1 do
      local k = c.key[i]
      if not sums[k] then
        sums[k], keys[m], m = 0, k, m + 1
      end
      sums[k] = sums[k] + c.value[i]
    end
    -- A merge sort of the different keys.
    local from, to, width = keys, {}, 1
    while width < m do
      for first = 0, m - 1, 2 * width do
        local middle, last = math.min(first + width, m), math.min(first + 2 * width, m)
        local a, b = first, middle
        for i = first, last - 1 do
          if b == last or a < middle and from[a] <= from[b] then
            to[i], a = from[a], a + 1
          else
            to[i], b = from[b], b + 1
          end
        end
      end
      from, to, width = to, from, 2 * width
    end
    for g = 0, m - 1 do c.out_key[g], c.out_sum[g] = from[g], sums[from[g]] end
    c.result = m
  end,
  hints = {
    "Two `device_vector`s with the rows, two of the same size for the groups. Sort, reduce, copy the groups back.",
    "`ends.first - d_out_key.begin()` is the number of groups. Copy from `begin()` to `ends.first`, not to `end()`.",
    [[
```
thrust::sort_by_key(d_key.begin(), d_key.end(), d_value.begin());
auto ends = thrust::reduce_by_key(d_key.begin(), d_key.end(),
        d_value.begin(), d_out_key.begin(), d_out_sum.begin());
```]],
  },
}
