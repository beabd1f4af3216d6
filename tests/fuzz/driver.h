/* driver.h - what a fuzz target says of itself to driver.c. */
#ifndef WARPBOOK_FUZZ_DRIVER_H
#define WARPBOOK_FUZZ_DRIVER_H

/* The files to damage: a glob pattern below tests/. Each fuzz_*.c defines its own. */
extern const char fuzz_corpus[];

#endif
