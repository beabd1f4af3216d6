return {
  title = "When a GPU does not help",
  about = [[
Squares of `n` numbers that are in the host's memory: copy in, one multiplication each, copy out. Up to some 10000 numbers the time hardly changes, since the device waits for launches and for the link, not for the multiplications; a processor squares 10000 numbers in a few microseconds. Beyond that nearly all the time is copying.

The second solution does ten steps of work on each number while it is on the device, with the same two copies: that is what makes a GPU worth its transfers.
]],
  solutions = {
    { "round_trip", label = "one step" },
    { "keep_on_device", label = "ten steps", case = function(n) return { n = n, steps = 10 } end },
  },
  sweep = "n", values = { 100, 1000, 10000, 100000, 1000000 },
  case = function(n) return { n = n } end,
}
