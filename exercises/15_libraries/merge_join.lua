-- Keys in ascending order, each up to c[times] times, from `low` on in steps of up to c.step. If c.ends is 1, the first key is
-- the smallest int and the last one the largest, so that a search must not step beyond either.
local function column(count, times, low)
  return function(c, draw)
    local x, last, same, key = {}, math.max(1, c[count]) - 1, 0, low(c)
    for i = 0, last do
      if same == 0 then key, same = key + draw(1, c.step), draw(1, c[times]) end
      x[i], same = key, same - 1
    end
    if c.ends == 1 then
      local smallest, largest = x[0], x[last]
      for i = 0, last do
        if x[i] == smallest then x[i] = -2147483648 elseif x[i] == largest then x[i] = 2147483647 end
      end
    end
    return x
  end
end

-- The most pairs there can be: every left row matches one key's right rows.
local function room(c) return math.max(1, c.nl * c.right_times) end

return {
  title = "merge_join: what df.merge does",
  kind = "host",
  difficulty = 3, minutes = 35,
  entry = "merge_join", returns = "int",
  task = [=[
Join two tables by their keys. `left` has `nl` keys and `right` has `nr`, both *in ascending order*, and a key may occur several times in each. For every left row i and every right row j with `left[i] == right[j]`, the result has the pair (i, j): `left_row[k]` is i, and `right_row[k]` is j. The pairs are in ascending order of i, and those with the same i in ascending order of j. The function returns the number of pairs. Elements of the outputs after the last pair stay as they are.

With `left = 2 5 5 9` and `right = 1 5 5 5 9`:

`left_row` is `1 1 1 2 2 2 3`, `right_row` is `1 2 3 1 2 3 4`, and the function returns 7

No thread knows where its pairs go until all others have counted theirs. So the device works in three launches, as in the sort-merge join of cuDF, RAPIDS' library of data frames:

- *count*: one thread for each left row finds where its key begins in `right` and where it ends, by two binary searches. The difference is the number of its matches
- *scan*: each count becomes the sum of the counts before it, which is the position of the row's first pair. The stub has this kernel
- *write*: each thread writes its row's pairs, from that position on

A table may be empty: `nl` or `nr` may be 0. (A launch of 0 blocks is an error.) The host's outputs have room for all pairs. Allocate those on the device yourself.
]=],
  params = {
    { name = "left_row", type = "int", role = "inout", count = room, fill = { "constant", -7 } },
    { name = "right_row", type = "int", role = "inout", count = room, fill = { "constant", -8 } },
    { name = "left", type = "int", role = "in", count = function(c) return math.max(1, c.nl) end,
      fill = column("nl", "left_times", function() return -40 end) },
    { name = "right", type = "int", role = "in", count = function(c) return math.max(1, c.nr) end,
      fill = column("nr", "right_times", function(c) return -40 + c.later end) },
    { name = "nl", type = "int", value = "nl" },
    { name = "nr", type = "int", value = "nr" },
  },
  cases = {
    { nl = 1, nr = 1, left_times = 1, right_times = 1, step = 1, later = 0, ends = 0 },
    { nl = 300, nr = 200, left_times = 3, right_times = 4, step = 2, later = 0, ends = 0 },
    { nl = 2, nr = 3, left_times = 1, right_times = 3, step = 1, later = 0, ends = 0 },
    { nl = 3, nr = 2, left_times = 3, right_times = 1, step = 2, later = 0, ends = 0 },
    { nl = 0, nr = 50, left_times = 1, right_times = 3, step = 1, later = 0, ends = 0 },
    { nl = 50, nr = 0, left_times = 3, right_times = 1, step = 1, later = 0, ends = 0 },
    { nl = 255, nr = 257, left_times = 2, right_times = 2, step = 1, later = 100000, ends = 0 },
    { nl = 257, nr = 255, left_times = 2, right_times = 2, step = 1, later = -100000, ends = 0 },
    { nl = 256, nr = 300, left_times = 2, right_times = 3, step = 3, later = 0, ends = 1 },
    { nl = { 400, 1500 }, nr = { 400, 1500 }, left_times = { 1, 4 }, right_times = { 1, 5 }, step = { 1, 4 }, later = { -100, 100 }, ends = { 0, 1 } },
    { nl = 33001, nr = 20001, left_times = 2, right_times = 2, step = 2, later = 0, ends = 0 },
  },
  rules = {
    { "kernels", least = function(c) return c.nl > 0 and c.nr > 0 and 2 or 0 end, why = "the device joins" },
    { "operations", "copies_in", most = 2, why = "only the two columns of keys go to the device: the counts are scanned there" },
    { "operations", "copies_out", most = 3, why = "the number of pairs comes back, then the two columns of pairs" },
    { "time", most = function(c) return c.nl > 30000 and 2 or 8 end,
      why = "with 33001 left rows the join may take twice as long as the reference solution's, on the modelled device: a binary search loads 15 keys where a linear search would load up to 20001" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "each `cudaMalloc` needs its `cudaFree`" },
  },
  tolerance = { why = "row numbers are whole numbers, and their order is given" },
  excused = {
    absolute = "a place in a list is not negative",
    unsigned_input = "a place in a list is not negative",
    float_sum = "a count above 2^24 takes more rows than a check can have",
    one_block = "the launch has one block already",
  },
  -- For each left row, on from the first right key that is not smaller: both columns are sorted.
  oracle = function(c)
    local from, k = 0, 0
    for i = 0, c.nl - 1 do
      while from < c.nr and c.right[from] < c.left[i] do from = from + 1 end
      local j = from
      while j < c.nr and c.right[j] == c.left[i] do
        c.left_row[k], c.right_row[k] = i, j
        j, k = j + 1, k + 1
      end
    end
    c.result = k
  end,
  hints = {
    "A binary search keeps two bounds, `low = 0` and `high = n`, and halves the range between them until they meet. With `x[mid] < key` it finds how many keys are smaller, which is where the key begins. With `x[mid] <= key` it finds where the key ends.",
    "Make the array of counts one longer than `left`, and let the first kernel set `count[nl]` to 0. After `scan<<<1, 256>>>(d_start, nl + 1)` the number of pairs is in `d_start[nl]`: copy these four bytes, allocate memory for that many pairs, and launch the third kernel if there are any.",
    [[Keep where each row's key begins:
```
first[i] = bound(right, nr, left[i], false);
count[i] = bound(right, nr, left[i], true) - first[i];
```
Then, for k from 0 to `start[i + 1] - start[i]`:
```
left_row[start[i] + k] = i;
right_row[start[i] + k] = first[i] + k;
```]],
  },
}
