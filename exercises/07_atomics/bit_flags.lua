return {
  title = "bit_flags: 32 switches in a word",
  kind = "kernel",
  difficulty = 2, minutes = 15,
  kernel = "bit_flags",
  task = [[
There are `n` switches of one bit each, and 32 of them share a word of the array `flags`. Switch i is bit `i / words` of the word `flags[i % words]`. (So the switches of neighbouring threads are in different words, and their atomics do not have to wait for each other.)

For each switch there is a command:

- 0: leave it as it is
- 1: switch it on
- 2: switch it off
- 3: toggle it: on if it was off, off if it was on

Bits that belong to no switch must not change.

Use one thread for each switch. A thread may only change its own bit: other threads change the other 31 at the same time.
]],
  params = {
    { name = "flags", type = "unsigned int", role = "inout", count = "words", fill = { "integers", 0, 4294967295 } },
    { name = "command", type = "unsigned char", role = "in", count = "n", fill = { "integers", "low", 3 } },
    { name = "n", type = "int", value = "n" },
    { name = "words", type = "int", value = "words" },
  },
  cases = {
    { n = 1024, words = 32, low = 0 }, { n = 1, words = 1, low = 3 }, { n = 2, words = 1, low = 0 }, { n = 3, words = 1, low = 0 },
    { n = 32, words = 1, low = 1 }, { n = 33, words = 2, low = 0 }, { n = 255, words = 8, low = 0 }, { n = 256, words = 8, low = 0 },
    { n = 257, words = 9, low = 1 }, { n = 1000, words = 1000, low = 0 }, { n = 4997, words = 211, low = 0 },
    { n = { 1000, 4900 }, words = { 160, 300 }, low = 0 }, { n = 70001, words = 2190, low = 0 },
  },
  perf = {
    case = { n = 16384, words = 512, low = 0 },
    share_work = 4,
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "bits are compared exactly" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local w, mask = i % c.words, 1 << (i // c.words)
      local on = c.flags[w] & mask ~= 0
      local want = on
      if c.command[i] == 1 then want = true elseif c.command[i] == 2 then want = false
      elseif c.command[i] == 3 then want = not on end
      if want and not on then c.flags[w] = c.flags[w] + mask elseif on and not want then c.flags[w] = c.flags[w] - mask end
    end
  end,
  hints = {
    "Make a mask in which only your bit is 1: `1u << i / words`. An `or` with it switches the bit on. For the other two commands, think about which operation leaves a bit unchanged where the mask has a 0, and which one where it has a 1.",
    "`or` and `exclusive or` leave a bit unchanged where the mask is 0; `and` does where the mask is 1. So to switch a bit off, invert the mask: `~mask`.",
    "`atomicOr(word, bit)`, `atomicAnd(word, ~bit)`, `atomicXor(word, bit)`, with `unsigned int *word = &flags[i % words]`. Each of them leaves the other 31 bits as it finds them, so it does not matter which thread comes first.",
  },
}
