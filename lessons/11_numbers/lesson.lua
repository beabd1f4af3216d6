return {
  title = "Floating-point numbers", minutes = 30,
  summary = "What floating-point numbers lose, and what to do about it: sums, range, half precision, random numbers, bytes, NaN.",
  steps = {
    { title = "What this is for", text = [[
A kernel can be free of races, stay within its arrays and be fast, and still give a wrong result, because a computer's numbers are not those of mathematics. A sum of a million terms loses digits. A square becomes infinite. One NaN spoils a whole network.

GPUs make this more urgent. They add in a different order than a CPU, so the last digits differ. They are fastest with short numbers of 16 or 8 bits. And a million threads cannot share one random generator.

This lesson shows what gets lost, how much, and the few tricks that keep it.

The pages take about 30 minutes, and there are nine exercises.
]] },

    { title = "The formats", text = [[
A number is a sign, a power of two and some binary digits. The exponent decides how large a number can be, the fraction how exact it is. The leading 1 is not stored, so a float has 24 binary digits. bfloat16 is a float cut in half; tf32 is the format to which tensor cores shorten floats.

So the float 6.5 is 1.101 (binary) times 2^2: the sign 0, the exponent 10000001 (129, of which 127 is subtracted), and the fraction 101 followed by twenty zeros, the digits after the point.

The 8-bit and 4-bit formats are meant for neural networks. Tensor cores multiply FP8 on Ada, Hopper and newer GPUs, FP4 on Blackwell. Their range is so small that a *scale* goes with each block of numbers. In the MX formats it is a power of two for every 32 numbers.
]],
      table = {
        { "", "sign", "exponent", "fraction", "digits", "largest number" },
        { "double", "1", "11", "52", "16", "1.8e308" },
        { "float", "1", "8", "23", "7", "3.4e38" },
        { "tf32", "1", "8", "10", "3", "3.4e38" },
        { "bfloat16", "1", "8", "7", "2", "3.4e38" },
        { "half", "1", "5", "10", "3", "65504" },
        { "FP8 E5M2", "1", "5", "2", "1", "57344" },
        { "FP8 E4M3", "1", "4", "3", "1", "448" },
        { "FP4 E2M1", "1", "2", "1", "1", "6" },
      } },

    { title = "One more than 2 to the power of 24", question = "Floats have 24 binary digits, and 16777216 is 2 to the power of 24. What is `16777216.0f + 1.0f`, as a float?",
      answer = 16777216, why = "16777217 would need 25 binary digits. The neighbours are 16777216 and 16777218, and exactly between two numbers the one with the even fraction wins. A loop that adds 1.0f stops growing here." },

    { title = "Sums", text = [[
Each addition rounds to the nearest number that exists. The error is tiny, half of the last digit. But it is half of the last digit *of the sum*, and the sum grows while the terms do not:

- at the beginning, sum and term are of similar size, and little is lost
- after 1000 terms, the sum is 1000 times as large as a term, and each further term loses its last ten binary digits

So the same three numbers, added in another order, can give another result: `(a + b) + c` is not always `a + (b + c)`. That is why a GPU's sum differs from a CPU's. It need not be worse. A tree, which adds numbers of similar size in pairs, is *better* than a loop from left to right.
]] },

    { title = "Three ways to add", code = [[
 a loop            in pairs                 with a second number

 ((a+b)+c)+d       (a+b) + (c+d)            sum  = 8192.5
                                            term =    0.123456
 n roundings,      log2(n) roundings        next = 8192.6235
 of the whole      on the way of            (next - sum) = 0.1235
 sum each          each number              lost = 0.1235 - 0.123456
                                                 = 0.000044
]], language = "text",
      caption = "Numbers with 8 decimal digits. The loop loses the digits that do not fit. In pairs (as in `block_sum`) each number takes part in few additions. The third way is Kahan's: it computes what the addition has lost, and subtracts it from the next term." },

    { title = "Your turn: a sum that keeps its digits", exercise = "kahan_sum" },

    { title = "What -ffast-math does to Kahan", question = "A compiler may use the rules of algebra if you allow it to (on the host: `-ffast-math`). What becomes of `(next - sum) - term` then?",
      choices = {
        { "0: `next` is `sum + term`, so everything cancels", right = true,
          why = "In algebra it is zero, so the correction disappears and a plain loop is left. nvcc never reorders additions like this, not even with `--use_fast_math`; host compilers do with `-ffast-math`." },
        { "The same, but faster", why = "What is left is fast indeed: the plain loop." },
        { "A compile error", why = "The compiler reports nothing. Only the last digits change." },
      } },

    { title = "Fused multiply-add", text = [[
`a * b + c` is *one* instruction on a GPU, and it rounds once: the product keeps all its digits until `c` has been added. That is faster and better than two roundings. But the result differs from a CPU that rounds twice, and sometimes it surprises:

`x * x - y * y` with x equal to y is not always 0. The compiler makes it `fma(x, x, -(y * y))`: one product is exact, the other rounded. What remains is the rounding error, and it may be negative.

The `sqrtf` of a negative number is NaN. `nvcc -fmad=false` forbids the fusing, but it is better to write a formula that does not depend on it: `(x - y) * (x + y)`.
]] },

    { title = "Range", code = [[
 0     1e-308 ...... 1e-154 ......  1  ...... 1e154 ...... 1.8e308   inf
 |--------|-------------|-----------|-----------|-------------|-------|
          numbers whose |  numbers whose square | numbers whose
          square is 0   |  exists               | square is infinite
]], language = "text",
      caption = "The exponents of doubles. Only numbers in the middle half can be squared; below it, squares lose digits and soon become 0. For floats the middle half goes from 1e-19 to 1e19, for halves from 0.008 to 256. Lengths, variances and dot products all need squares. The remedy is to divide by a number of the right size first, and to multiply by it at the end." },

    { title = "The length of a long vector", question = "In a vector of floats every element is 1e25. Which length does `sqrtf(sum of x * x)` give?",
      choices = {
        { "1e25 times the root of the number of elements", why = "That is the right length, but the squares are 1e50, and floats end at 3.4e38." },
        { "Infinity", right = true, why = "The first square is infinite already, and the root of infinity is infinity." },
        { "NaN", why = "NaN needs an operation without a result, such as infinity minus infinity. Here everything is positive." },
      } },

    { title = "Your turn: a length that neither overflows nor vanishes", exercise = "stable_norm" },

    { title = "Half the bytes", text = [[
Most kernels wait for memory. Numbers of half the length then take half the time, and twice as many fit. So networks store weights and activations as `half` or `bfloat16`, and weather models have begun to.

Arithmetic in half precision is another matter. A sum that has reached 2048 no longer changes when you add 1. Above 65504 there is only infinity. The rule is:

- *store* in 16 bits
- *compute* in float: convert when you load, round once when you store
- *sum* in float at least

That is mixed precision. Tensor cores do just that: they multiply halves exactly, and add in float.
]],
      pictures = {
        { of = "widths", kernel = "halves", show = "sectors", line = "float v = __half2float", array = "x", case = { n = 1024 },
          title = "A warp loads 32 halves: two sectors" },
        { of = "widths", kernel = "pairs", show = "sectors", line = "float2 v = __half22float2", array = "x", case = { n = 1024 },
          title = "It loads 32 pairs: four sectors in one request" },
      } },

    { title = "An experiment: halves one by one, halves in pairs", experiment = "widths",
      caption = "Three kernels double n numbers: as floats, as halves, and as pairs of halves, `__half2`. Guess first: how many requests does each send to memory? (A sector has 32 bytes, so you know how many of those there must be.) Pairs need half the requests of single halves, for the same bytes." },

    { title = "Your turn: store in half, add in float", exercise = "mixed_dot" },

    { title = "Your turn: two numbers in one instruction", exercise = "saxpy_half2" },

    { title = "Coming from Python: precision", code = [[
numpy.sum(x)                # float32: in pairs, nearly as good as Kahan
sum(x)                      # a loop; math.fsum(x) is exact
jax.numpy.array(1.5)        # float32 unless jax_enable_x64 is set
x @ y                       # JAX: may use tf32 on a GPU
                            # PyTorch: only if you allow it (from 2.9 on):
torch.backends.cuda.matmul.fp32_precision = "tf32"    # usual: "ieee"

with torch.autocast("cuda", dtype=torch.bfloat16):
    loss = model(batch)     # products in 16 bits, sums in float32
]], language = "python",
      caption = "The libraries choose a precision for you. `autocast` is mixed precision: it has a list of operations that are safe in 16 bits, and one of those that stay in 32, such as sums and exponentials. With `float16` you also need a GradScaler, since small gradients would become 0. bfloat16 has the exponents of a float and needs none. (You can answer `kahan_sum` and `fast_sigmoid` in Python.)" },

    { title = "Fast functions", code = [[
           error at most                         fast form, error
expf(x)    1 unit in the last place    __expf    grows with |x|
sinf(x)    2 units                     __sinf    4e-7 from -pi to pi,
                                                 beyond: no promise
a / b      half a unit                 __fdividef   2 units; 0 if b
                                                 is above 2^126
]], language = "text",
      caption = "The fast forms are one or two instructions of the special function units; the exact ones take many more. `--use_fast_math` replaces all of them everywhere, and turns tiny numbers into 0 as well. It is better to replace them by hand, where the result allows it. First decide how large its error may be, then see which operation comes near that limit." },

    { title = "Where a fast function is good enough", question = "A kernel draws waves into an 8-bit picture: `exp(-d) * sin(phase)`, with d from 0 to 5 and phases up to 100000. Where is a fast function good enough?",
      choices = {
        { "For both: a picture has only 256 steps", why = "Floats near 100000 are 1/128 apart, and __sinf divides by 2 pi in float: its error grows with the phase, far beyond what the table promises." },
        { "For the exponential, but not for the sine", right = true,
          why = "Here __expf is off by a few units in the seventh digit, and a picture shows two or three digits. The sine of a large phase needs the exact reduction that `sinf` does. (Or keep the phases small.)" },
        { "For the sine, but not for the exponential", why = "The other way round: the argument of the exponential is small." },
      } },

    { title = "Your turn: a fast sigmoid", exercise = "fast_sigmoid" },

    { title = "Random numbers", text = [[
Most generators have a *state*: each number is made from the one before it. A million threads would need a million states, loaded and stored each time, all seeded differently. And a change of the launch changes all results.

A *counter-based* generator has no state. It is a function that turns a number and a key into random words: number 0, number 1, number 2 ... in any order, in any thread. The key is the seed. Philox is such a function: ten rounds that multiply and mix.

So thread i takes number i. The results are the same with 3 blocks or 3000, on a GPU or on a CPU, and a bug can be reproduced.
]] },

    { title = "An experiment: the price of a state", experiment = "state",
      caption = "Both kernels write n random words. The first keeps a state of 16 bytes for each thread in memory, as a classic generator does. The second computes its words from a counter, with a few more instructions. How many sectors does each of them move? In the time that an H200 takes to move one sector, its threads execute about 200 instructions." },

    { title = "Your turn: Philox", exercise = "philox" },

    { title = "Coming from Python: keys", code = [[
rng = numpy.random.default_rng(7)     # a state, hidden in an object
a = rng.random(1000)

key = jax.random.key(7)               # JAX: no state, so you pass keys
key, sub = jax.random.split(key)      # a new key for each use
a = jax.random.uniform(sub, (1000,))

g = torch.Generator("cuda").manual_seed(7)   # Philox: a key and a counter
]], language = "python",
      caption = "JAX's functions have no side effects, so a generator with a hidden state is impossible there: the same key gives the same numbers each time. That looks tedious, but it makes programs on a thousand devices repeatable. On GPUs, PyTorch uses Philox and hides the counter in the generator. cuRAND and NumPy offer Philox among other generators." },

    { title = "Coming from Python: arrays that never change", code = [[
x[3] = 7                     # NumPy, CuPy, PyTorch: in place
y = x.at[3].set(7)           # JAX: a new array, and x stays as it was
y = x.at[index].add(v)       # scatter: an atomic addition, if need be
x = x.at[3].set(7)           # under jit: XLA may reuse x's memory

x[10]                        # JAX, n = 10: no error. You get x[9]
x.at[10].get(mode="fill", fill_value=0)

step = jax.jit(step, donate_argnums=0)   # the old x may be overwritten
]], language = "python",
      caption = "A JAX array cannot be written to. That is what lets XLA reorder and fuse operations: no other line can see a change. Outside jit, each `.at` copies the whole array. Inside, XLA leaves the copy out if nothing else uses the old array. An index outside the array cannot raise an error on a device: reads use the nearest element, and writes are dropped." },

    { title = "The price of one more digit", question = "The error of a Monte Carlo method falls with the *root* of the number of points. 10000 points give pi with an error of about 0.016. How many times as many points do you need for one decimal digit more?",
      answer = 100, why = "For a tenth of the error you need a hundred times as many points. That is why Monte Carlo is a job for GPUs, and why other methods win where there are any." },

    { title = "Your turn: pi from a fixed stream", exercise = "monte_carlo_pi" },

    { title = "A byte for each number", code = [[
 x      -3.9      -0.6    0    0.8        2.1          3.7
         |         |      |     |          |            |
 scale 1/32 (the next power of two above 3.9 / 127)
         |         |      |     |          |            |
 q     -125       -19     0    26         67          118

 q * scale: -3.90625  -0.59375  0  0.8125  2.09375  3.6875
]], language = "text",
      caption = "Quantising: the largest absolute value of a row decides the scale, and each number becomes a whole multiple of it, from -127 to 127 times. The error is at most half a step. Here scales are powers of two, as in the newer \"microscaling\" (MX) formats, because dividing by them is exact." },

    { title = "Rounding a half", question = "Quantise 1.25 with a scale of 0.5, rounding halves to even. Which integer do you get?",
      answer = 2, why = "1.25 / 0.5 is 2.5, halfway between 2 and 3; 2 is even. `rintf` does that, `roundf` gives 3." },

    { title = "Your turn: rows of bytes", exercise = "quantize_int8" },

    { title = "NaN", text = [[
Some operations have no result. They give NaN, "not a number":

- infinity - infinity, 0 * infinity
- 0 / 0, infinity / infinity
- the root or the logarithm of a negative number

Any arithmetic on a NaN gives NaN, even 0 * NaN. Comparisons with it are false, even `v == v`, which is how `isnan` works. (Only `!=` is true.) But `fmaxf(NaN, 3)` is 3: a maximum *hides* a NaN, in a reduction as well.

When a result is NaN, look for the *first* operation that gave one. Replacing NaN by 0 at the end only makes a wrong result look right.
]] },

    { title = "Where the NaN came from", question = "In a training run the loss is NaN at step 4000, and the weights are NaN, too. What do you look for?",
      choices = {
        { "The place where NaN can be replaced by 0", why = "All weights are lost already. Zeros would be just as wrong, and harder to notice." },
        { "The last step whose numbers were finite, and the first operation in it that was not", right = true,
          why = "Often it is a division by a sum of 0, a logarithm of 0, or an exponential that became infinite. `jax_debug_nans` stops at the first NaN, and so does `torch.autograd.set_detect_anomaly(True)` in the backward pass. In a kernel, `assert(isfinite(v))` does." },
        { "A GPU with more memory", why = "Memory has nothing to do with it." },
      } },

    { title = "Your turn: a bug hunt", exercise = "hunt_nan" },

    { points = {
      "An addition loses digits of the smaller number: add numbers of similar size, or keep what is lost.",
      "Scale before you square.",
      "Store in 16 bits, compute and add in float.",
      "Use fast functions one by one, where the result can bear the error, not everywhere.",
      "Counter-based random numbers: no state, any order, the same result each time.",
      "Quantise with a scale for each row, and round halves to even.",
      "Find the first NaN; `fmaxf` hides it, and everything else passes it on.",
    } },
  },
}
