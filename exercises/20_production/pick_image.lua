local ARCHITECTURES = { 50, 60, 61, 70, 75, 80, 86, 87, 89, 90, 100, 103, 120, 121 }
local STEPS = { 1, 3, 5, 9, 11, 13 } -- none has a factor in common with 14: a program's images all differ

return {
  title = "pick_image: which part of a fat binary runs?",
  kind = "kernel",
  difficulty = 2, minutes = 20,
  kernel = "pick_image",
  task = [[
Each of `n` programs runs on its own device. Each program is a fat binary with `images` images. For every program, find the image that runs, and write its index, from 0 to `images` - 1, to `chosen[p]`, or -1 if none runs.

A number such as 86 stands for compute capability 8.6, and 121 for 12.1: the last digit is the minor number, and the digits before it are the major number. `device[p]` is the number of program p's device. The number of its image j is `arch[j * n + p]`, and the kind of that image is `kind[j * n + p]`:

- 0, machine code: runs on devices with the *same major* number whose minor number is the image's or larger
- 1, machine code with an `a`, such as `sm_90a`: runs only on devices with exactly this number
- 2, PTX: the driver compiles it for devices with this number and all larger ones
- 3, PTX with an `a`: only for devices with exactly this number

Machine code is preferred to PTX, whatever the numbers. Among several images of machine code, or several of PTX, the largest number wins. No program has two images with the same number, and the images are in any order.

Use one thread for each program.
]],
  params = {
    { name = "chosen", type = "int", role = "out", count = "n" },
    { name = "arch", type = "unsigned char", role = "in", count = function(c) return c.n * c.images end,
      fill = function(c, draw)
        local all = {}
        for p = 0, c.n - 1 do
          local at, step = draw(0, 13), STEPS[draw(1, 6)]
          for j = 0, c.images - 1 do all[j * c.n + p] = c.images > 14 and 50 + (at + j * step) % 73 or ARCHITECTURES[(at + j * step) % 14 + 1] end
        end
        return all
      end },
    { name = "kind", type = "unsigned char", role = "in", count = function(c) return c.n * c.images end, fill = { "integers", "low", "high" } },
    { name = "device", type = "unsigned char", role = "in", count = "n",
      fill = function(c, draw)
        local all = {}
        for p = 0, c.n - 1 do all[p] = ARCHITECTURES[draw(1, 14)] end
        return all
      end },
    { name = "n", type = "int", value = "n" },
    { name = "images", type = "int", value = "images" },
  },
  cases = {
    { n = 300, images = 1, low = 0, high = 3 }, { n = 1, images = 1, low = 2, high = 2 }, { n = 2, images = 3, low = 0, high = 3 }, { n = 3, images = 14, low = 0, high = 3 },
    { n = 256, images = 4, low = 0, high = 0 }, { n = 257, images = 4, low = 1, high = 1 }, { n = 512, images = 5, low = 2, high = 2 }, { n = 513, images = 4, low = 3, high = 3 },
    { n = 70007, images = 2, low = 0, high = 3 }, { n = 1000, images = 14, low = 0, high = 3 }, { n = 100, images = 73, low = 0, high = 3 }, { n = { 700, 1500 }, images = { 2, 10 }, low = 0, high = 3 }, { n = { 700, 1500 }, images = { 2, 10 }, low = 0, high = 3 },
  },
  perf = { case = { n = 16384, images = 6, low = 0, high = 3 }, share_work = 4 },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "indices are compared exactly" },
  excused = { ["guard_looser:19"] = "no two images of a program have the same rank" },
  oracle = function(c)
    for p = 0, c.n - 1 do
      local d = c.device[p]
      local code, ptx = {}, {} -- by number
      for j = 0, c.images - 1 do
        local a, k = c.arch[j * c.n + p], c.kind[j * c.n + p]
        if k == 0 and a // 10 == d // 10 or k == 1 then code[a] = j elseif k == 2 or a == d then ptx[a] = j end
        if k == 1 and a ~= d then code[a] = nil end
        if k == 3 and a ~= d then ptx[a] = nil end
      end
      local found = -1
      for a = 0, d do if ptx[a] then found = ptx[a] end end
      for a = 0, d do if code[a] then found = code[a] end end
      c.chosen[p] = found
    end
  end,
  hints = {
    "Decide two things for each image: does it run on this device, and is it better than the best so far? Keep the best image's index, its number, and whether it is machine code.",
    "`a <= d` is part of all four rules: for kinds 1 and 3 tighten it to `a == d`, and for kind 0 add `a / 10 == d / 10`. Instead of a second comparison, add 1000 to the number of machine code, which is then preferred.",
    [[In the loop over j:
```
bool exact = k & 1, code = k < 2;
bool runs = exact ? a == d
          : a <= d && (!code || a / 10 == d / 10);
int rank = code ? 1000 + a : a;
if (runs && rank > best) { best = rank; found = j; }
```
`best` begins at 0 and `found` at -1.]],
  },
}
