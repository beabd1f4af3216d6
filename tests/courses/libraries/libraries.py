#!/usr/bin/env python3
# libraries.py - what the kernels of libraries.cu write, computed without any of the libraries.
N = range(64)
x = [(k * 37 + 11) % 97 for k in N]
warp = lambda t: range(t // 32 * 32, t // 32 * 32 + 32)
part = lambda t, n: range(t // n * n, t // n * n + n)
total = sum(x)


def tile(t):
    ballot = sum(1 << (k % 8) for k in part(t, 8) if k % 2)
    s = sum(x[k] for k in part(t, 8))
    return s + t // 8 * 1000 + s % 2 + ballot


def group(t, same):
    g = [k for k in warp(t) if same(k, t)]
    return len(g) * 100 + g.index(t)


def coalesced(t):
    g = [k for k in warp(t) if x[k] & 1]
    return g.index(t) * 100 + 2 * len(g) + x[g[0]] if x[t] & 1 else -1


def sequence(t):
    a = sorted((x[k] * 7 + t * k) % 31 for k in range(8))
    return a[3] * 100 + sum(a) + (5 in a)


kernels = {
    'cg_block': lambda t: x[63 - t] + 64,
    'cg_tile': tile,
    'cg_reduce': lambda t: sum(x[k] for k in warp(t)) + max(x[k] for k in warp(t)),
    'cg_scan': lambda t: 3 * sum(x[k] for k in part(t, 16) if k <= t) + sum(x[k] for k in part(t, 16) if k < t),
    'cg_coalesced': coalesced,
    'cg_labeled': lambda t: group(t, lambda a, b: x[a] % 3 == x[b] % 3),
    'cg_binary': lambda t: group(t, lambda a, b: x[a] % 2 == x[b] % 2),
    'cg_async': lambda t: x[63 - t],
    'cg_invoke': lambda t: 5,
    'cu_atomic': lambda t: total,
    'cu_atomic_device': lambda t: 4,
    'cu_small_atomic': lambda t: 65,
    'cu_barrier': lambda t: x[(t + 1) % 64],
    'cu_std': lambda t: t + (4 if t & 1 else 9) + 2 * t + 3,
    'cub_reduce': lambda t: 0 if t else total,
    'cub_scan': lambda t: sum(x[:t]),
    'cub_sort': lambda t: sorted(x)[t],
    'cub_warp': lambda t: 0 if t % 32 else max(x[k] for k in warp(t)),
    'cub_histogram': lambda t: sum(k & 15 == t & 15 for k in x),
    'cub_load': lambda t: x[t % 16 * 4 + t // 16],
    'thrust_seq': sequence,
}
for name, value in kernels.items():
    print(name, *(int(value(t)) for t in N))
