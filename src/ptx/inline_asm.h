/*
 * inline_asm.h - PTX that the learner wrote, in asm statements, inside PTX that a compiler made.
 *
 * Compilers copy it unread, between two comments ("// begin inline asm"). So what the vm cannot read may be theirs to fix:
 * it is, where the text can be read once those pieces are blank. nvcc strips the comments when it packs PTX into a program:
 * then the line of the source that an error names must hold an asm statement.
 */
#ifndef WARPBOOK_PTX_INLINE_ASM_H
#define WARPBOOK_PTX_INLINE_ASM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * After ptx_parse failed with *err: is an asm statement to blame? Then the error becomes the learner's, with the line of the asm
 * statement in `path`, and the remedy. `ptx` is the compiler's text; path NULL: the file that its line table names.
 */
bool inline_asm_is_wrong(const char *ptx, size_t len, const char *path, struct error *err);

#endif
