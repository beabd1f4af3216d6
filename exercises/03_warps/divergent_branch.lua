return {
  title = "divergent_branch: two kinds of work",
  kind = "kernel",
  difficulty = 2, minutes = 18,
  kernel = "divergent_branch",
  task = [[
Scramble every element of `x` in place, in a number of `rounds`. Elements with an even index take one kind of round, those with an odd index another:

- even: `v ^= v >> 15; v *= 0x2c1b3c6d;`
- odd: `v += v << 7; v ^= v >> 11;`

(`v` is the element, an `unsigned int`; each line is one round. `^=` is exclusive or, `>>` and `<<` shift bits: see "C, second page" in lesson *Grids*.)

There is one thread for each element: `n` of them, in blocks of 256. You choose *which* thread scrambles which of its block's 256 elements. The obvious choice, `if (i % 2 == 0)`, sends the lanes of each warp two ways, and the warp has to execute both.

(If the lanes of a warp take every second element, the warp uses only half of the memory it moves; lesson *Global memory* explains why. With many rounds for each element, that hardly counts here.)
]],
  task_python = [[
Numba computes whole numbers with 64 bits, and the rounds need 32: write `v = uint32(v + (v << 7))`, and the same for each of the four lines.
]],
  params = {
    { name = "x", type = "unsigned int", role = "inout", count = "n", fill = { "integers", 1, 2000000000 } },
    { name = "n", type = "int", value = "n" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1, rounds = 3 }, { n = 2, rounds = 1 }, { n = 3, rounds = 2 }, { n = 127, rounds = 5 }, { n = 129, rounds = 4 },
    { n = 255, rounds = 5 }, { n = 256, rounds = 7 }, { n = 257, rounds = 3 }, { n = 511, rounds = 6 },
    { n = { 1000, 3000 }, rounds = { 2, 9 } }, { n = 5000, rounds = 10 }, { n = 33001, rounds = 1 },
    { n = 3, rounds = 70001 },
  },
  perf = {
    case = { n = 16384, rounds = 40 }, gpu = { n = 1 << 22, rounds = 400 },
    limits = {
      { "active_lanes", least = 28, why = "no lane is idle in a warp whose 32 threads all do the same kind of work",
        advice = "give each warp one kind of work: let the warps in the first half of the block take its even elements, and those in the second half its odd ones" },
      { "warp_instructions", times = 1.3,
        why = "computing both kinds and discarding one also keeps all lanes busy, but with useless work; so does testing the kind in every round",
        advice = "the kind is the same in all rounds: test it once, before the loop, and compute only that kind" },
      { "time", times = 1.3, why = "a warp that executes both kinds of rounds takes about twice as long" },
    },
  },
  launch = function(c) return { grid = ceil_div(c.n, 256), block = 256 } end,
  tolerance = { why = "integers are compared exactly" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local v = c.x[i]
      for _ = 1, c.rounds do
        if i % 2 == 0 then
          v = v ~ (v >> 15)
          v = (v * 0x2c1b3c6d) & 0xffffffff
        else
          v = (v + (v << 7)) & 0xffffffff
          v = v ~ (v >> 11)
        end
      end
      c.x[i] = v
    end
  end,
  hints = {
    "The 32 threads of a warp are neighbours. If neighbours take neighbouring elements, every second element is of the other kind. Let the threads in the first half of the block take the even elements.",
    "Half of the block is 128 threads. Thread 0 takes element 0 of the block, thread 1 element 2, thread 2 element 4; thread 128 takes element 1, thread 129 element 3.",
    [[
```
int odd = threadIdx.x / 128;
int i = blockIdx.x * 256 + threadIdx.x % 128 * 2 + odd;
if (odd)
    for (...) ...
else
    for (...) ...
```
There is one loop for each kind. `odd` is the same for all 32 threads of a warp, so no warp diverges.]],
  },
  hints_python = {
    "The 32 threads of a warp are neighbours. If neighbours take neighbouring elements, every second element is of the other kind. Let the threads in the first half of the block take the even elements.",
    "Half of the block is 128 threads. Thread 0 takes element 0 of the block, thread 1 element 2, thread 2 element 4; thread 128 takes element 1, thread 129 element 3.",
    [[
```python
odd = cuda.threadIdx.x // 128
i = cuda.blockIdx.x * 256 + cuda.threadIdx.x % 128 * 2 + odd
if odd:
    ...
else:
    ...
```
There is one loop for each kind.]],
  },
}
