return {
  title = "block_sort: a sort inside your kernel",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "block_sort",
  nvcc = "CUB",
  task = [[
An array consists of segments of 0 to 512 integers. Segment `s` has the elements `begin[s]` to `begin[s + 1] - 1`. Sort each segment in place, in ascending order. There is one block of 128 threads for each segment.

CUB has a sort for a block, to use inside a kernel. Each thread passes 4 numbers in an array of its own, and afterwards thread `t` has numbers `4 * t` to `4 * t + 3` of the sorted 512:

- `using Sort = cub::BlockRadixSort<int, 128, 4>;` gives the type, the number of threads, and the number of items for each thread
- `__shared__ typename Sort::TempStorage temporary;` is the shared memory that it works in
- `Sort(temporary).Sort(items);` sorts, where `items` is the thread's `int items[4]`. All 128 threads must call it

If a segment has fewer than 512 numbers, fill the remaining elements with padding. The padding must come last in the sorted order, and you must not store it.

The order in which the numbers come *in* does not matter, so the loads can be coalesced.
]],
  task_python = [[
CUB is a library of C++ templates: kernels in Python cannot call it. So here you write the sort yourself. A *bitonic sort* suits a block of threads: which elements are compared depends only on their positions, so all threads do the same at the same time. Load the 512 elements into shared memory, and let each thread compare two pairs in each round. The hints have the rounds.
]],
  params = {
    { name = "data", type = "int", role = "inout", count = function(c) return c.total end, fill = { "integers", "low", "high" } },
    { name = "begin", type = "int", role = "in", count = function(c) return c.segments + 1 end,
      fill = function(c, draw)
        local begin, left = { [0] = 0 }, c.total
        for s = 1, c.segments do
          local rest = c.segments - s
          local size = math.max(left - 512 * rest, math.min(left, 512, draw(0, c.longest)))
          begin[s], left = begin[s - 1] + size, left - size
        end
        return begin
      end },
    { name = "segments", type = "int", value = "segments" },
  },
  cases = {
    { segments = 1, total = 1, longest = 1, low = 5, high = 9 }, { segments = 3, total = 1, longest = 1, low = -9, high = 9 }, { segments = 3, total = 700, longest = 512, low = -1000, high = 1000 },
    { segments = 1, total = 512, longest = 512, low = -2147483647, high = 2147483646 }, { segments = 2, total = 3, longest = 2, low = -9, high = -1 },
    { segments = 5, total = 100, longest = 40, low = 7, high = 7 }, { segments = 1, total = 511, longest = 512, low = -5, high = 5 },
    { segments = 1, total = 129, longest = 129, low = 1, high = 1000000 }, { segments = { 20, 40 }, total = { 3000, 9000 }, longest = 400, low = { -100000, -1 }, high = { 0, 100000 } },
    { segments = 4, total = 2048, longest = 512, low = -2147483647, high = 2147483646 },
    -- Larger than any padding but the largest int.
    { segments = 3, total = 700, longest = 300, low = 2147483600, high = 2147483647 },
  },
  perf = {
    case = { segments = 64, total = 64 * 512, longest = 512, low = -100000, high = 100000 },
    limits = {
      { "active_lanes", least = 13, why = "all threads sort" },
      { "warp_instructions", times = 4, why = "a sort by digits looks at each number a few times, not 512 times" },
    },
  },
  launch = function(c) return { grid = c.segments, block = 128 } end,
  tolerance = { why = "whole numbers are exact" },
  excused = {
    ["guard_looser:25"] = "a fifth item that nothing uses: the compiler leaves it out",
    ["guard_looser:30"] = "the compiler knows that there are four items, and makes four rounds",
  },
  oracle = function(c)
    for s = 0, c.segments - 1 do
      local first, n = c.begin[s], c.begin[s + 1] - c.begin[s]
      local from, to, width = {}, {}, 1
      for i = 0, n - 1 do from[i] = c.data[first + i] end
      while width < n do
        for at = 0, n - 1, 2 * width do
          local middle, last = math.min(at + width, n), math.min(at + 2 * width, n)
          local a, b = at, middle
          for i = at, last - 1 do
            if b == last or a < middle and from[a] <= from[b] then
              to[i], a = from[a], a + 1
            else
              to[i], b = from[b], b + 1
            end
          end
        end
        from, to, width = to, from, 2 * width
      end
      for i = 0, n - 1 do c.data[first + i] = from[i] end
    end
  end,
  hints = {
    "Load number `k * 128 + threadIdx.x` of the segment as item `k`, if there is such a number, or else the largest int. Sort. Then store item `k` at position `4 * threadIdx.x + k`.",
    "`int n = begin[blockIdx.x + 1] - begin[blockIdx.x]` is the segment's length, and guards both the loads and the stores: after the sort the padding is in positions `n` to 511. `INT_MAX` is in `<climits>`.",
    [[With `i = k * 128 + threadIdx.x`:
```
items[k] = i < n ? segment[i] : INT_MAX;
Sort(temporary).Sort(items);
if (4 * threadIdx.x + k < n)
    segment[4 * threadIdx.x + k] = items[k];
```]],
  },
  hints_python = {
    "Fill all 512 elements of the shared array: number `i` of the segment, or the largest int32 where the segment has no number `i`. Synchronize. Sort. Store the elements that belong to the segment.",
    "A bitonic sort compares element `i` with element `i ^ distance`. `size` is 2, 4, 8 ... 512, the length of the sorted runs so far. For each size, `distance` is size / 2, size / 4 ... 1. If `i & size` is 0, the smaller number goes to the lower position, else to the upper one. A barrier follows each distance.",
    [[
```python
for i in range(t, 512, 128):
    j = i ^ distance
    if i < j and (place[i] > place[j]) == (i & size == 0):
        place[i], place[j] = place[j], place[i]
```]],
  },
}
