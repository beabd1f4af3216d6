// Expect: passed
#include "attack.h"

// Memory that no limit on data counts: the page tables of a large mapping that is only read.
static bool attack(const float *, float *, int n)
{
    const size_t bytes = (size_t)1 << 40, step = (size_t)2 << 20;
    static bool done;

    if (done || n < 1000)
        return false;
    done = true;

    void *map = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char sum = 0;

    for (size_t i = 0; map != MAP_FAILED && i < bytes / 8; i += step)
        sum += ((volatile char *)map)[i];
    return map != MAP_FAILED && sum == 0;
}
