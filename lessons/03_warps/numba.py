from numba import cuda, uint32

@cuda.jit
def go(out, ways):
    i = cuda.grid(1)              # its lane is cuda.laneid
    v = uint32(i)
    for way in range(ways):
        if i % ways == way:       # diverges like the C version
            for k in range(64):
                v = uint32(v * 5 + (v >> 3))
    out[i] = v
