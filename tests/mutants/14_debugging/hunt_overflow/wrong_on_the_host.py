# Mistake: the host numbers the points.
# Expect: rule-broken
import numpy as np


def voxels(x, y, z, key, part, n, w, h, d, parts):
    each = (w * h * d + parts - 1) // parts
    key[:] = (z.astype(np.int64) * h + y) * w + x
    part[:] = key // each
