/*
 * printf.h - device printf.
 */
#ifndef WARPBOOK_SIMT_EXEC_PRINTF_H
#define WARPBOOK_SIMT_EXEC_PRINTF_H

#include <stdint.h>

struct warp;
struct insn;

/* Prints for one thread; returns the number of arguments, or -1. Reports faults. */
int32_t lane_printf(struct warp *w, const struct insn *i, unsigned lane, uint64_t format, uint64_t args);
/* Appends the messages of the lanes' failed assert() to the launch's result; `i` is its call. */
void lanes_assert(struct warp *w, const struct insn *i, uint32_t mask);

#endif
