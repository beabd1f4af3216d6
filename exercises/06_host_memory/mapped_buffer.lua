return {
  title = "mapped_buffer: look without copying",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "walk_all",
  task = [[
`next` is a long table of `n` indices: from index `p` the way leads to index `next[p]`. A few walkers set out, each from an index of its own, and each takes `steps` steps. Where do they end up? The kernel `walk` computes that, with one thread for each walker.

The stub first copies the whole table to the device. But a few walkers visit only a few elements of it! Of a table with 100 000 elements they need perhaps a thousand, and you cannot know beforehand which.

Let the device read the table in the host's memory: *map* it.

- `cudaHostRegister(pointer, bytes, cudaHostRegisterMapped)` pins memory that you already have, and lets the device access it. It takes a `void *`, so cast the `const` away
- `cudaHostGetDevicePointer(&d_pointer, pointer, 0)` sets `d_pointer` to the address that kernels use
- `cudaHostUnregister(pointer)` undoes the first call, once no kernel uses the memory any more

`start` and `end` are small; copy them as before.
]],
  params = {
    { name = "end", type = "int", role = "out", count = "walkers" },
    { name = "start", type = "int", role = "in", count = "walkers", fill = { "integers", 0, "last" } },
    { name = "walkers", type = "int", value = "walkers" },
    { name = "next", type = "int", role = "in", count = "n", fill = { "integers", 0, "last" } },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { walkers = 10, n = 1000, last = 999, steps = 5 }, { walkers = 1, n = 100, last = 99, steps = 1 },
    { walkers = 4, n = 1, last = 0, steps = 2 }, { walkers = 2, n = 301, last = 300, steps = 0 }, { walkers = 3, n = 400, last = 399, steps = { 2, 9 } },
    { walkers = 129, n = 4000, last = 3999, steps = 3 }, { walkers = 1501, n = 4000, last = 3999, steps = 2 }, { walkers = 50, n = 100000, last = 99999, steps = 20 },
  },
  rules = {
    { "bytes", "copies_in", most = function(c) return 4 * c.walkers end,
      why = "copy only `start` to the device; the kernel reads the table in the host's memory" },
    { "calls", "cudaMallocManaged", most = 0, why = "do not use managed memory: it moves, so the table would travel page by page" },
    { "threads", "walk", least = "walkers", why = "launch a thread for each walker" },
    { "kernels", "walk", least = 1, most = 1, why = "launch the kernel `walk` once, for all the steps" },
    { "no_leaks", why = "unregister what you registered, and free what you allocated" },
  },
  perf = {
    case = { walkers = 256, n = 10000, last = 9999, steps = 20 },
    limits = {
      { "global_requests", needs = 160, why = "8 warps of walkers look into the table 20 times each",
        advice = "let the kernel find the way: `walk` gets all walkers and all steps" },
    },
  },
  tolerance = { why = "indices are whole numbers" },
  excused = {
    absolute = "an index into the table is not negative",
    unsigned_input = "an index into the table is not negative",
  },
  oracle = function(c)
    for i = 0, c.walkers - 1 do
      local at = c.start[i]
      for _ = 1, c.steps do at = c.next[at] end
      c["end"][i] = at
    end
  end,
  hints = {
    "Where the stub allocates and copies the table, register it instead; where it frees the table, unregister it. The kernel and its launch stay as they are.",
    "Call `cudaHostRegister((void *)next, n * sizeof(int), cudaHostRegisterMapped);` with the size in bytes. Unregister after the last copy, which has waited for the kernel.",
    [[
```
cudaHostGetDevicePointer((void **)&d_next, (void *)next, 0);
```
This call sets `d_next`. At the end, `cudaHostUnregister((void *)next);` in place of `cudaFree(d_next)`.]],
  },
}
