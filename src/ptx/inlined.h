/*
 * inlined.h - the calls that clang inlined. Its .loc has no inlined_at, but its debug information has the calls (-Xclang
 * -debug-info-kind=line-tables-only -Xclang -fdebug-info-for-profiling): afterwards the module's .loc are as nvcc's.
 */
#ifndef WARPBOOK_PTX_INLINED_H
#define WARPBOOK_PTX_INLINED_H

#include "ptx/ir.h"

/* Leaves a module alone whose .loc name their calls, or whose text has no such information. Out of memory: m->arena.failed. */
void inlined_resolve(struct ptx_module *m, const char *text, size_t len);

#endif
