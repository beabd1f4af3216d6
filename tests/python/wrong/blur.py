# says: s\[2, 0\] is written on line 22.*put cuda.syncthreads.. between line 22 and line 27
# line: 27
# causes: 1
import numpy as np
from numba import cuda, float32
T, R = 16, 1
S = 18

@cuda.jit
def blur(img, k, out):
    s = cuda.shared.array((S, S), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    h, w = img.shape
    for yy in range(ty, T + 2 * R, T):
        for xx in range(tx, T + 2 * R, T):
            gy = cuda.blockIdx.y * T + yy - R
            gx = cuda.blockIdx.x * T + xx - R
            if gy >= 0 and gy < h and gx >= 0 and gx < w:
                s[yy, xx] = img[gy, gx]
            else:
                s[yy, xx] = 0
    if y < h and x < w:
        v = float32(0)
        for i in range(3):
            for j in range(3):
                v += k[i, j] * s[ty + i, tx + j]
        out[y, x] = v
img = np.random.RandomState(0).rand(50, 37).astype(np.float32)
k = np.ones((3, 3), np.float32) / 9
out = np.empty_like(img)
blur[((37 + 15) // 16, (50 + 15) // 16), (16, 16)](img, k, out)
P = np.pad(img, 1)
e = sum(P[i:i + 50, j:j + 37] for i in range(3) for j in range(3)) / 9
assert np.allclose(out, e, atol=1e-5); print('ok')
