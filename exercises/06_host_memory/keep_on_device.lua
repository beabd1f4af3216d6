return {
  title = "keep_on_device: no copies in the loop",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "smooth_steps",
  task = [[
The kernel `smooth` makes one step: each element of `to` becomes the weighted mean of an element of `from` and its neighbours. `smooth_steps` makes `steps` of them, one after the other, on the array `x`.

The stub is right. But in every step it copies the array to the device, and back. Between two steps the host does nothing with it! The link to the device has a hundredth of the bandwidth that the device's own memory has, so nearly all of the time goes into copies that nobody needs.

Keep the data on the device: one copy there, all steps, one copy back.

What a step has written the next one reads. The arrays need not be copied for that: *swap the two pointers*. Think of which of them holds the result in the end, and of what happens if `steps` is 0.
]],
  params = {
    { name = "x", type = "int", role = "inout", count = "n", fill = { "integers", 0, 100000000 } },
    { name = "n", type = "int", value = "n" },
    { name = "steps", type = "int", value = "steps" },
  },
  cases = {
    { n = 300, steps = 4 }, { n = 1, steps = 1 }, { n = 2, steps = 2 }, { n = 3, steps = 5 }, { n = 256, steps = 0 },
    { n = { 1000, 3000 }, steps = { 6, 9 } }, { n = 100001, steps = 10 },
  },
  rules = {
    { "operations", "copies_in", most = 1, why = "the array goes to the device once, before the first step" },
    { "operations", "copies_out", most = 1, why = "it comes back once, after the last" },
    { "operations", "copies_within", most = 0, why = "swap the pointers; the data can stay where they are" },
    { "kernels", "smooth", least = "steps", most = "steps", why = "one launch for each step" },
    { "calls", "cudaMalloc", most = 2, why = "two arrays are enough for any number of steps" },
    { "waits", most = 4, why = "kernels of one stream run one after the other by themselves: nobody has to wait between the steps" },
    { "time", most = function(c) return c.n > 100000 and 1.3 or 4 end, why = "what remains is the time of the kernels and of two copies" },
    { "no_leaks", why = "both arrays are freed" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    local a = {}
    for i = 0, c.n - 1 do a[i] = c.x[i] end
    for _ = 1, c.steps do
      local b = {}
      for i = 0, c.n - 1 do
        local left, right = a[math.max(i - 1, 0)], a[math.min(i + 1, c.n - 1)]
        b[i] = (left + 2 * a[i] + right) // 4
      end
      a = b
    end
    for i = 0, c.n - 1 do c.x[i] = a[i] end
  end,
  hints = {
    "Move the first copy in front of the loop and the second behind it. Then what the kernel reads in the second step must be what it wrote in the first.",
    "After each launch swap `d_from` and `d_to`, in the host's variables. The kernel has its own copies of the pointers already, so this may happen before it is done.",
    "`int *t = d_from; d_from = d_to; d_to = t;` behind the launch. After the last swap the newest values are in `d_from` - and with no step at all they are, too.",
  },
}
