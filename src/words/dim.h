/* dim.h - a block or a thread as the user writes it: "X", "X,Y" or "X,Y,Z". */
#ifndef WARPBOOK_WORDS_DIM_H
#define WARPBOOK_WORDS_DIM_H

#include "base/error.h"
#include "words/finding.h"

/* Missing coordinates are `rest`. -1 if the text is not of this form. */
int dim3u_read(const char *text, size_t len, uint32_t rest, struct dim3u *out);
/* The value of --grid or --block; (1,1,1) without one. */
int dim3u_option(const char *option, const char *text, struct dim3u *out, struct error *err);

#endif
