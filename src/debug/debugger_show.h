/*
 * debugger_show.h - texts about the state of a launch: debugger_show.c. Private to the debugger.
 */
#ifndef WARPBOOK_DEBUG_DEBUGGER_SHOW_H
#define WARPBOOK_DEBUG_DEBUGGER_SHOW_H

#include "debug/debugger_state.h"

struct dim3u thread_of(const struct debugger *d, uint32_t warp, unsigned lane);
/* Replaces control characters in the text from there on. */
void text_clean(struct buf *out, size_t from);
/* The position in one line, without the step; false: the launch has ended. */
bool spot_put(struct debugger *d, const struct debugger_stop *stop, struct buf *out);
/* The first elements from that one on, up to the end of the line. */
void elements_put(struct debugger *d, const struct element *first, struct buf *out);
/* The variables that the focus sees, or what the kernel was given. */
void locals_put(struct debugger *d, struct buf *out);
/* A line of source, with its number after `mark`; mark 0: the code alone. True: it has a breakpoint. */
bool line_put(const struct debugger *d, int line, char mark, struct buf *out);
void finding_put(struct debugger *d, const struct finding *f, struct buf *out);
void write_put(struct debugger *d, const struct write *w, struct buf *out);
int info(struct debugger *d, const char *what, struct buf *out, struct error *err);

#endif
