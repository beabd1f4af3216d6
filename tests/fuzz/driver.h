/* driver.h - the interface between a fuzz target and driver.c. */
#ifndef WARPBOOK_FUZZ_DRIVER_H
#define WARPBOOK_FUZZ_DRIVER_H

/* The files to damage: a glob pattern below tests/. Each fuzz_*.c defines its own. */
extern const char fuzz_corpus[];

#endif
