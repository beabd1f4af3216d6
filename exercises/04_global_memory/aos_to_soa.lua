return {
  title = "aos_to_soa: from records to arrays",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "aos_to_soa",
  task = [[
There are `n` particles, each a record of four floats: its position x, y, z and its mass. The records follow each other in memory, an *array of structures*: `p[4 * i]` is the x of particle `i`, `p[4 * i + 3]` is its mass.

A kernel that needs only the masses would touch every sector and use a quarter of it. So take the records apart into four arrays, a *structure of arrays*: `x[i]`, `y[i]`, `z[i]` and `mass[i]`, each with `n` floats.

Here too, the first version that comes to mind loads each component separately, with a stride of four floats between neighbouring threads, and moves every sector four times. Move each byte once.

There are at least `n` threads, in blocks of 128. `p` starts at a multiple of 16 bytes.
]],
  params = {
    { name = "x", type = "float", role = "out", count = "n" },
    { name = "y", type = "float", role = "out", count = "n" },
    { name = "z", type = "float", role = "out", count = "n" },
    { name = "mass", type = "float", role = "out", count = "n" },
    { name = "p", type = "float", role = "in", count = function(c) return 4 * c.n end, fill = { "uniform", -100, 100 } },
    { name = "n", type = "int", value = "n" },
  },
  cases = {
    { n = 1 }, { n = 2 }, { n = 3 }, { n = 31 }, { n = 33 }, { n = 127 }, { n = 128 }, { n = 129 }, { n = { 500, 1200 } }, { n = 70001 },
  },
  perf = {
    case = { n = 16384 }, gpu = { n = 1 << 22 },
    limits = {
      { "traffic", most = 1.3, why = "each particle takes 16 bytes in and 16 bytes out, and nothing needs to move twice",
        advice = "a particle is 16 bytes at a multiple of 16: one float4 loads all four components at once" },
      { "time", times = 1.6, why = "the kernel only waits for memory, and each byte needs to move only once" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
  tolerance = { why = "a copy does not change any bit" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      c.x[i], c.y[i], c.z[i], c.mass[i] = c.p[4 * i], c.p[4 * i + 1], c.p[4 * i + 2], c.p[4 * i + 3]
    end
  end,
  hints = {
    "One thread for each particle. Its stores are fine: neighbouring threads write neighbouring elements of each array. The loads are what needs thought.",
    "The four floats of a particle are 16 neighbouring bytes, and a thread can load 16 bytes at once, as a `float4`.",
    [[
```
float4 v = reinterpret_cast<const float4 *>(p)[i];
x[i] = v.x;
```
The same for the other three. All of it comes after the guard.]],
  },
}
