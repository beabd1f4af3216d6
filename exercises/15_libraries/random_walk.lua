return {
  title = "random_walk: a generator in each thread",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "random_walk",
  task = [[
`n` walkers stand on a line, walker `i` at `at[i]`. Each takes `steps` random steps of 1 to the left or to the right. The kernel stores the position where it arrives in `at[i]`.

The random numbers come from cuRAND's functions for kernels, in `<curand_kernel.h>`:

- `curandStatePhilox4_32_10_t state;` is a generator, in a thread's registers
- `curand_init(seed, sequence, offset, &state);` starts sequence number `sequence` at its element number `offset`
- `curand(&state)` returns the next number, an `unsigned int`

There is one thread for each walker, in blocks of 128. Give walker `i` sequence number `i`; the `seed` is the same for all. A number of 2 to the power of 31 or more means a step to the right, `+1`; a smaller one means a step to the left.

The walkers have taken `first` steps in earlier launches. They continue where they were, in their sequences as well: two launches with 500 steps each give the same result as one with 1000. cuRAND promises the same numbers on every GPU, so your answer is compared exactly.
]],
  params = {
    { name = "at", type = "int", role = "inout", count = "n", fill = { "integers", -1000, 1000 } },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
    { name = "seed", type = "unsigned long long", value = "seed" },
    { name = "first", type = "unsigned long long", value = "first" },
  },
  cases = {
    { n = 128, steps = 40, seed = 1, first = 0 }, { n = 128, steps = 40, seed = 1, first = 40 }, { n = 1, steps = 101, seed = 5, first = 3 },
    { n = 2, steps = 31, seed = 77, first = 1 }, { n = 3, steps = 50, seed = 0, first = 6 }, { n = 127, steps = 29, seed = { 2, 1000000 }, first = 10 },
    { n = 129, steps = 40, seed = 0x123456789abc, first = { 1, 4000 } }, { n = { 300, 900 }, steps = { 20, 60 }, seed = { 1, 1000000 }, first = { 1, 100000 } },
    { n = 33001, steps = 2, seed = 9, first = 1 }, { n = 130, steps = 1, seed = 6, first = 9 }, { n = 5, steps = 3, seed = 4, first = 8 },
    { n = 140, steps = 20, seed = 11, first = 0x500000003 },
  },
  perf = { case = { n = 4096, steps = 32, seed = 3, first = 8 }, share_work = 4 },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
  tolerance = { why = "the same seed, sequence and offset give the same numbers everywhere" },
  excused = { float_sum = "so few steps do not lead beyond 2^24" },
  -- Philox by its definition: the counter holds the number of the group of four, and the sequence in its upper half.
  oracle = function(v)
    local low = 0xffffffff
    for i = 0, v.n - 1 do
      local words, group = {}, -1
      for t = v.first, v.first + v.steps - 1 do
        if t // 4 ~= group then
          group = t // 4
          local a, b, c, d, k, l = group & low, group >> 32, i, 0, v.seed & low, v.seed >> 32
          for _ = 1, 10 do
            local p, q = 0xD2511F53 * a, 0xCD9E8D57 * c
            a, b, c, d = (q >> 32) ~ b ~ k, q & low, (p >> 32) ~ d ~ l, p & low
            k, l = (k + 0x9E3779B9) & low, (l + 0xBB67AE85) & low
          end
          words = { a, b, c, d }
        end
        v.at[i] = v.at[i] + (words[t % 4 + 1] >> 31 == 1 and 1 or -1)
      end
    end
  end,
  hints = {
    "One thread for each walker, and one `curand_init` for each thread, before the loop over the steps. What distinguishes the walkers? What distinguishes this launch from the one before?",
    "`seed` stays as it is. The sequence is the walker's number, and the offset is the number of random numbers that it has used up: `first`.",
    [[Before the loop:
```
curand_init(seed, i, first, &state);
```
In the loop:
```
position += curand(&state) >> 31 ? 1 : -1;
```]],
  },
}
