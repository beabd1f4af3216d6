return {
  title = "Bug hunt: two locks",
  kind = "host",
  difficulty = 3, minutes = 25,
  entry = "settle", returns = "int",
  task = [[
A bank books `n` payments: payment `i` takes `amount[i]` from account `from[i]` and gives it to account `to[i]`. The device does them all at once, a thread for each. Each account has a lock: 1 is taken, 0 is free. So that no other thread comes in between, a thread takes the locks of *both* accounts first. The function returns 0 if all went well.

"With a thousand accounts it ran for a month," says the author. "Since we have the small branch, with a dozen, it hangs nearly every day. When I put a `printf` between the two locks, it hangs at once."

Two threads that wait for each other wait forever. That is a *deadlock*. It takes four things: only one thread can have a lock, no other thread can take it away, a thread keeps one lock while it waits for another, and the waiting forms a circle. Remove one of these.

There are two ways into the circle. One of them needs two threads, the other needs only a single thread.

Check the program: the report says in which lines the threads wait. You may remove the locks if you find a way without them, since only the balances count. Balances are whole numbers and may become negative.
]],
  params = {
    { name = "balance", type = "int", role = "inout", count = "accounts", fill = { "integers", 0, 100000 } },
    { name = "from", type = "int", role = "in", count = "n", fill = { "integers", 0, function(c) return c.accounts - 1 end } },
    { name = "to", type = "int", role = "in", count = "n", fill = { "integers", function(c) return c.lowest or 0 end, function(c) return c.accounts - 1 end } },
    { name = "amount", type = "int", role = "in", count = "n", fill = { "integers", 1, 5000 } },
    { name = "accounts", type = "int", value = "accounts" },
    { name = "n", type = "int", value = "n" },
  },
  device = { memory = "64 MiB" },
  cases = {
    { accounts = 1, n = 1 }, { accounts = 2, n = 32 }, { accounts = 3, n = 32 }, { accounts = 1, n = 33 }, { accounts = 12, n = { 33, 48 } },
    { accounts = 1000, n = 100 }, { accounts = { 20, 60 }, n = { 33, 60 } }, { accounts = 9, n = 512 }, { accounts = 60000, n = 5001 }, { accounts = 33001, n = 129 },
  },
  rules = {
    { "kernels", least = 1, why = "the device books the payments" },
    { "threads", least = function(c) return math.min(c.n, 32) end, why = "payments run at the same time, each in a thread of its own" },
    { "working_blocks", least = 2, why = "let many blocks share the work: one block runs on one multiprocessor" },
    { "no_leaks", why = "the program frees what it allocates" },
    { "workers", least = 0, why = "payments may wait for each other: even one lock for all of them is right, if slow" },
  },
  tolerance = { why = "whole numbers are exact" },
  excused = {
    absolute = "an account has no negative number, and no payment is negative",
    unsigned_input = "an account has no negative number, and no payment is negative",
  },
  oracle = function(c)
    for i = 0, c.n - 1 do
      c.balance[c.from[i]] = c.balance[c.from[i]] - c.amount[i]
      c.balance[c.to[i]] = c.balance[c.to[i]] + c.amount[i]
    end
    c.result = 0
  end,
  hints = {
    "One thread pays from account 3 to 7, another from 7 to 3. Each has its first lock. What does each of them wait for? And what happens if a payment goes from 5 to 5?",
    "If all threads take the lock of the *smaller* account first, there is no circle: a thread that waits holds only smaller locks than the one it waits for. A payment from an account to itself changes nothing.",
    [[
```
int a = min(from[i], to[i]), b = max(from[i], to[i]);
if (a == b) return;
```
These lines come before the first lock. The rest stays as it is.]],
  },
}
