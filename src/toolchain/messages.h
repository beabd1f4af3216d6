/*
 * messages.h - from a compiler's output to located diagnostics.
 */
#ifndef WARPBOOK_TOOLCHAIN_MESSAGES_H
#define WARPBOOK_TOOLCHAIN_MESSAGES_H

#include <stddef.h>

#include "toolchain/toolchain.h"

#define MESSAGES_MAX 50

/* Where files lie that the learner did not write, besides those of base/foreign_path.h, when all others are theirs. */
struct message_places {
	const char *const *foreign; /* beginnings of paths: this compiler's own folders */
	size_t n;
};

struct message_reader {
	const char *label;   /* what the compiler was told the file is called */
	const char *name;    /* what the learner calls it */
	const char *source;  /* its bytes, as the compiler numbered their lines */
	size_t len;
	const struct message_places *places; /* NULL: the label's file and those of the learner's folder are theirs */
};

/*
 * Appends what `raw` holds to out->diagnostics, owned by out->arena. Lines that only echo
 * source and carets are left out, and so are notes that point into files the learner did not
 * write. An error in such a file moves to the learner's line that led there. -1 when memory
 * ran out.
 */
int messages_read(const struct message_reader *r, const char *raw, struct compilation *out);

/*
 * Headers of ours are in front of every source that clang compiles. Whether it stumbled over one of those (their folders:
 * NULL at the end) before it came to the learner's text: then nothing can be compiled here, and the fault is ours. Sets
 * the error, and returns -1; otherwise 0. `raw` is what was read; "clang 19.1.7" is described.
 */
int messages_blame_us(const struct compilation *out, const char *raw, const struct compiler *compiler,
		      const char *const *folders, struct error *err);

/* One diagnostic of our own about the file as a whole. */
int message_add(const struct message_reader *r, enum diagnostic_level level, const char *text,
		const char *hint, struct compilation *out);

/* Is one of the errors about the disk, and not about a place in the code that only mentions it? */
bool messages_tell_full_disk(const struct compilation *out);

/* What a learner usually means by this message; NULL if we do not know. */
const char *message_hint(const char *text);

/*
 * True if the message says that the compiler may not read a file, with the file's name as it gives it: "NAME: Permission denied" or
 * "cannot open file 'NAME': Permission denied".
 */
bool message_denies_file(const struct diagnostic *d, char *name, size_t size);

#endif
