return {
  title = "wait_event: one stream waits for another",
  kind = "host",
  difficulty = 2, minutes = 20,
  entry = "join",
  task = [[
`a` and `b` have `n` numbers each. Both go to the device and through `stir`, each in a stream of its own. Then `mix` combines the two into one array, which comes back as `y`.

So the third kernel needs both streams. In the stub the *host* waits for `b`'s stream before it launches `mix`. The result is right, but while the host waits it cannot do anything else, nor put further work into any stream.

Let the *device* wait: a stream can wait for an event that was recorded in another.

- `cudaEventRecord(e, s)` marks how far stream `s` has come *by now*
- `cudaStreamWaitEvent(t, e, 0)`: what you put into stream `t` *from now on* begins when `e` is reached

Both return at once. The host must wait only once, at the end.

This event need not note the time, and `cudaEventCreateWithFlags(&e, cudaEventDisableTiming)` creates a cheaper one that does not.
]],
  task_python = [[
This is how Numba says it:

- `e = cuda.event(timing=False)` makes an event that notes no time
- `e.record(t)` marks how far stream `t` has come *by now*
- `e.wait(s)`: what you put into stream `s` *from now on* begins when `e` is reached. The call itself returns at once
- `e.synchronize()` makes the host wait, which you do not need here

`with cuda.pinned(a, b, y):` in the stub pins the arrays as long as its block lasts. So wait inside the block.
]],
  params = {
    { name = "a", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "b", type = "unsigned int", role = "in", count = "n", fill = { "integers", 1, 4000000000 } },
    { name = "y", type = "unsigned int", role = "out", count = "n" },
    { name = "n", type = "int", value = "n" },
    { name = "rounds", type = "int", value = "rounds" },
  },
  cases = {
    { n = 1, rounds = 3 }, { n = 2, rounds = 1 }, { n = 3, rounds = 7 }, { n = 255, rounds = 10 }, { n = 256, rounds = 10 },
    { n = 257, rounds = 10 }, { n = { 1000, 5000 }, rounds = 20 }, { n = 150001, rounds = 200 },
  },
  rules = {
    { "waits", most = 1, why = "make the host wait once, for the result; until then, streams wait for each other" },
    { "calls", "cudaStreamWaitEvent", least = 1, why = "make one stream wait for an event of the other" },
    { "overlap", "kernels", with = "copies_in", least = function(c) return c.n > 100000 and 0.2 or 0 end,
      why = "copy one array while `stir` works on the other: with the 150001 numbers, for at least 20 % of the kernels' time" },
    { "pinned", why = "use pinned memory for all copies: others do not overlap with anything" },
    { "no_leaks", why = "destroy the event with `cudaEventDestroy`" },
  },
  tolerance = { why = "whole numbers are exact" },
  oracle = function(c)
    for i = 0, c.n - 1 do
      local g, h = c.a[i], c.b[i]
      for k = 1, c.rounds do
        g = ((g ~ (g >> 15)) * 739997 + k) & 0xFFFFFFFF
        h = ((h ~ (h >> 15)) * 739997 + k) & 0xFFFFFFFF
      end
      c.y[i] = (31 * g + h) & 0xFFFFFFFF
    end
  end,
  hints = {
    "The event means \"b is stirred\". So record it in b's stream, after its kernel.",
    "In place of the host's wait for `s[1]`, let `s[0]` wait for the event. The order of the calls counts: first record, then wait, then launch `mix` in `s[0]`. Waiting for an event that has not been recorded does not wait at all.",
    [[
```
cudaEventRecord(stirred, s[1]);
cudaStreamWaitEvent(s[0], stirred, 0);
```
Then launch `mix`. Do not forget to create the event and to destroy it.]],
  },
  hints_python = {
    "The event means \"b is stirred\". So record it in b's stream, after its kernel.",
    "In place of the host's wait for `t`, let `s` wait for the event. The order of the calls counts: first record, then wait, then launch `mix` in `s`. Waiting for an event that has not been recorded does not wait at all.",
    [[
```python
stirred = cuda.event(timing=False)  # at the top
stirred.record(t)
stirred.wait(s)
# the launch of mix
```]],
  },
}
