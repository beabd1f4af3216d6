// Expect: passed
#include "attack.h"

// Twin of page_tables.cu: space that is reserved, as allocators do, and a little of it used.
static bool attack(const float *, float *, int)
{
    const size_t bytes = (size_t)64 << 30;
    char *map = (char *)mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (map == MAP_FAILED || mprotect(map, 1 << 20, PROT_READ | PROT_WRITE))
        return true;
    map[4096] = 1;
    return false;
}
