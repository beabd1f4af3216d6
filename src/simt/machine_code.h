/*
 * machine_code.h - hot kernels as machine code: who compiles it, and when. A chapter of simt.h, which others include.
 */
#ifndef WARPBOOK_SIMT_MACHINE_CODE_H
#define WARPBOOK_SIMT_MACHINE_CODE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "words/dim.h"

struct simt_program;

/*
 * Native execution (native/native.h): hot kernels as machine code. The loader compiles C and returns the address of the symbol
 * `warpbook_native` in the result, which stays loaded until the process ends; NULL: it cannot. It may be called from another
 * thread. Set this before the first launch; without it, as with SIMT_NATIVE_NEVER, the vm interprets.
 */
enum simt_native { SIMT_NATIVE_NEVER, SIMT_NATIVE_AUTO, SIMT_NATIVE_ALWAYS };
typedef const void *simt_native_loader(const char *text, size_t len);
void simt_native_use(enum simt_native when, simt_native_loader *load);
/* What $WARPBOOK_NATIVE says: `always`, `never`; any other value, or none, means SIMT_NATIVE_AUTO. */
enum simt_native simt_native_asked(void);
/* simt_native_use with that, and simt_native_at_hand. */
void simt_native_configure(simt_native_loader *load, simt_native_loader *find);
/*
 * A loader that returns only what exists already; NULL: none. With one, the vm asks it early for each kernel: there is no
 * compilation that must pay. It asks `load` later, if that pays. waits: the answer may take a while, so a host thread of its own
 * asks.
 */
void simt_native_at_hand(simt_native_loader *find, bool waits);
/*
 * The text that the vm would give a loader for this kernel. `even`: for blocks of which simt_native_even is true. False: none. It
 * depends on the addresses of the module's variables, too.
 */
bool simt_native_text(struct simt_program *p, const char *kernel, bool even, struct buf *out);
bool simt_native_even(const struct dim3u *block);

#endif
