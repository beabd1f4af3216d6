return {
  title = "philox: random numbers without a state",
  kind = "kernel",
  difficulty = 2, minutes = 25,
  kernel = "philox",
  task = [[
Philox4x32-10 turns a counter of four words and a key of two words into four words that look random. (A word is an `unsigned int`, 32 bits.) Nothing is remembered from one number to the next, so each of a million threads can compute its own.

Thread `i` takes the counter `first + i`, `c1`, `c2`, `c3` and the key `key0`, `key1`, and stores the four words of the result in `out[4 * i]` to `out[4 * i + 3]`, for `i` from 0 to `n - 1`.

There are ten rounds. Call the counter `c[0]` to `c[3]` and the key `k[0]` and `k[1]`. One round makes two products of 64 bits, `0xD2511F53 * c[0]` and `0xCD9E8D57 * c[2]`, and with them a new counter:

- `c[0]`: the high half of the *second* product, xor the old `c[1]`, xor `k[0]`
- `c[1]`: the low half of the second product
- `c[2]`: the high half of the *first* product, xor the old `c[3]`, xor `k[1]`
- `c[3]`: the low half of the first product

*Between* two rounds, so nine times, add `0x9E3779B9` to `k[0]` and `0xBB67AE85` to `k[1]`. Sums of words wrap around. After the tenth round the counter is the result.

With counter and key all 0 the result is `6627e8d5 e169c58d bc57ac4c 9b00dbd8`.

Blocks have 128 threads, and there are enough of them for `n`.
]],
  params = {
    { name = "out", type = "unsigned int", role = "out", shape = { "n", 4 } },
    { name = "n", type = "int", value = "n" },
    { name = "first", type = "unsigned int", value = "first" },
    { name = "c1", type = "unsigned int", value = "c1" },
    { name = "c2", type = "unsigned int", value = "c2" },
    { name = "c3", type = "unsigned int", value = "c3" },
    { name = "key0", type = "unsigned int", value = "key0" },
    { name = "key1", type = "unsigned int", value = "key1" },
  },
  cases = {
    -- The three vectors that the authors of Philox publish.
    { n = 1, first = 0, c1 = 0, c2 = 0, c3 = 0, key0 = 0, key1 = 0 },
    { n = 1, first = 0xffffffff, c1 = 0xffffffff, c2 = 0xffffffff, c3 = 0xffffffff, key0 = 0xffffffff, key1 = 0xffffffff },
    { n = 1, first = 0x243f6a88, c1 = 0x85a308d3, c2 = 0x13198a2e, c3 = 0x03707344, key0 = 0xa4093822, key1 = 0x299f31d0 },
    { n = 128, first = 0, c1 = 0, c2 = 0, c3 = 0, key0 = 1, key1 = 0 }, { n = 2, first = 7, c1 = 1, c2 = 2, c3 = 3, key0 = 4, key1 = 5 },
    { n = 3, first = 0x80000000, c1 = 0, c2 = 1, c3 = 1, key0 = 42, key1 = 0 }, { n = 127, first = 1, c1 = 9, c2 = 0, c3 = 0, key0 = 0, key1 = 1 },
    { n = 129, first = 0xffffffc0, c1 = 0, c2 = 0, c3 = 9, key0 = 0xdeadbeef, key1 = 0x12345678 },
    { n = { 1000, 3000 }, first = { 0, 4000000000 }, c1 = { 0, 4000000000 }, c2 = { 0, 4000000000 }, c3 = { 0, 4000000000 },
      key0 = { 0, 4000000000 }, key1 = { 0, 4000000000 } },
    { n = 33001, first = 5, c1 = 6, c2 = 7, c3 = 8, key0 = 9, key1 = 10 },
  },
  perf = { case = { n = 8192, first = 0, c1 = 0, c2 = 0, c3 = 0, key0 = 3, key1 = 4 }, share_work = 8 },
  launch = function(c) return { grid = ceil_div(c.n, 128), block = 128 } end,
  tolerance = { why = "the same counter and key give the same words everywhere" },
  -- One product at a time, with Lua's integers of 64 bits, and the round as a list of assignments.
  oracle = function(c)
    local low = 0xffffffff
    for i = 0, c.n - 1 do
      local a, b, d, e, k, l = (c.first + i) & low, c.c1, c.c2, c.c3, c.key0, c.key1
      for _ = 1, 10 do
        local p, q = 0xD2511F53 * a, 0xCD9E8D57 * d
        a, b, d, e = (q >> 32) ~ b ~ k, q & low, (p >> 32) ~ e ~ l, p & low
        k, l = (k + 0x9E3779B9) & low, (l + 0xBB67AE85) & low
      end
      c.out[4 * i], c.out[4 * i + 1], c.out[4 * i + 2], c.out[4 * i + 3] = a, b, d, e
    end
  end,
  hints = {
    "Write one round as a loop body that runs ten times. All four new words need old ones, so compute both products before you overwrite anything.",
    "`__umulhi(a, b)` is the high half of the product of two words, and `a * b` the low half. Or multiply as `unsigned long long` and shift by 32.",
    [[
```
unsigned h0 = __umulhi(0xD2511F53u, c0), l0 = 0xD2511F53u * c0;
```
The same for `c2` gives `h1` and `l1`. Then:
```
c0 = h1 ^ c1 ^ k0;
c1 = l1;
c2 = h0 ^ c3 ^ k1;
c3 = l0;
```]],
  },
}
