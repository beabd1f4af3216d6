return {
  title = "sort_whole: a radix sort",
  kind = "host",
  difficulty = 2, minutes = 30,
  entry = "sort_whole",
  task = [=[
Sort the `n` integers in `key`, which may be negative, in ascending order. Move each `value` along with its key. Equal keys stay in their original order.

A *radix sort* does that in one stable pass for each digit, from the lowest digit to the highest. The stub has the three kernels of a pass, for digits of four bits:

- `count_digits`: each block counts the digits of its 256 keys. The counts are stored digit by digit: `counts[digit * blocks + block]`
- `scan`: a running sum over all these counts, in one block. Then `counts[digit * blocks + block]` says where the keys of this block with this digit begin in the output
- `scatter`: each block moves its keys and values there. It is stable

Write `sort_whole`: eight passes, each from one pair of arrays into the other. The stub makes one pass.

There is one catch. `digit_of` treats keys as unsigned, so the negative ones would come last. If you flip the highest bit of each int (`^ 0x80000000`), the unsigned order is the right one. You may change the kernels and write others.

The data go to the device once and come back once. Copy nothing within the device, and let the host not wait between the passes.
]=],
  params = {
    { name = "key", type = "int", role = "inout", count = "n", fill = { "integers", "low", "high" } },
    { name = "value", type = "int", role = "inout", count = "n", fill = { "integers", -1000000, 1000000 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 500, low = -2147483648, high = 2147483647 }, { n = 1, low = 0, high = 9 }, { n = 2, low = -9, high = 9 }, { n = 3, low = -2, high = 2 },
    { n = 700, low = 5, high = 5 }, { n = 255, low = -3, high = 3 }, { n = 257, low = 0, high = 2147483647 }, { n = 512, low = -100000, high = -1 },
    { n = { 600, 3000 }, low = { -100000, -1 }, high = { 0, 100000 } }, { n = 40001, low = -2147483648, high = 2147483647 }, { n = 8193, low = -2147483648, high = 2147483647 },
  },
  rules = {
    { "bytes", "copies_in", most = function(c) return 8 * c.n end, why = "keys and values go to the device once, before the first pass" },
    { "bytes", "copies_out", most = function(c) return 8 * c.n end, why = "keys and values come back once, after the last pass" },
    { "operations", "copies_within", most = 0, why = "swap the pointers; the data can stay where they are" },
    { "waits", most = 7, why = "kernels of one stream run one after the other by themselves" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "free what you allocate" },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    large_sizes = "one number is sorted",
    float_sum = "counts below 2^24",
    absolute = "a place in a list is not negative; a value goes through unchanged",
    unsigned_input = "a value goes through unchanged",
    one_block = "the launch has one block already",
  },
  oracle = function(c)
    local from, to = {}, {}
    for i = 0, c.n - 1 do from[i] = i end
    local width = 1
    while width < c.n do
      for first = 0, c.n - 1, 2 * width do
        local middle, last = math.min(first + width, c.n), math.min(first + 2 * width, c.n)
        local a, b = first, middle
        for k = first, last - 1 do
          if b == last or a < middle and c.key[from[a]] <= c.key[from[b]] then
            to[k], a = from[a], a + 1
          else
            to[k], b = from[b], b + 1
          end
        end
      end
      from, to, width = to, from, 2 * width
    end
    local key, value = {}, {}
    for i = 0, c.n - 1 do key[i], value[i] = c.key[from[i]], c.value[from[i]] end
    for i = 0, c.n - 1 do c.key[i], c.value[i] = key[i], value[i] end
  end,
  hints = {
    "Put the three launches into a loop over `shift`, from 0 to 28 in steps of 4. After each pass swap the two arrays of keys, and the two of values: the output of a pass is the next pass's input.",
    "After eight passes, an even number, the result is back in the arrays where it began. In general it is in the arrays that were written last; after the swap, these are the ones that would be read next.",
    [[In `digit_of`:
```
return (key ^ 0x80000000u) >> shift & 15;
```
Nothing else changes.]],
  },
}
