/* messages.h - reads a compiler's output as located diagnostics. */
#ifndef WARPBOOK_TOOLCHAIN_MESSAGES_H
#define WARPBOOK_TOOLCHAIN_MESSAGES_H

#include <stddef.h>

#include "toolchain/toolchain.h"

#define MESSAGES_MAX 50

/* The folders of files that the learner did not write, in addition to base/foreign_path.h; all other files are theirs. */
struct message_places {
	const char *const *foreign; /* beginnings of paths: this compiler's own folders */
	size_t n;
};

struct message_reader {
	const char *label;   /* the file's name as given to the compiler: message_reader_init */
	const char *name;    /* the learner's name for it */
	const char *source;  /* its bytes, with the compiler's line numbers */
	size_t len;
	const struct message_places *places; /* NULL: only the label's file and those in the learner's folder are theirs */
};

/*
 * Fills the reader of a source that the learner knows as `name`. Its label has '_' for each byte of the name that could end a
 * line, and for each in `not_in_label`. -1: the source is too large, or memory ran out.
 */
int message_reader_init(struct message_reader *r, const char *name, const char *source, size_t len, const char *not_in_label,
			struct arena *arena, struct error *err);

/*
 * Appends the messages in `raw` to out->diagnostics, owned by out->arena. Leaves out lines that
 * only echo source and carets, and notes about files that the learner did not write. Moves an
 * error in such a file to the learner's line that led there. -1 if memory ran out.
 */
int messages_read(const struct message_reader *r, const char *raw, struct compilation *out);

/*
 * clang reads our headers before every source. If the first error is in one of them (their folders: NULL at the end), no
 * source can compile on this machine, and the fault is ours: sets the error, which names the compiler ("clang 19.1.7"), and
 * returns -1; otherwise 0. `raw`: the compiler's output.
 */
int messages_blame_us(const struct compilation *out, const char *raw, const struct compiler *compiler,
		      const char *const *folders, struct error *err);

/* One diagnostic of our own about the file as a whole. */
int message_add(const struct message_reader *r, enum diagnostic_level level, const char *text,
		const char *hint, struct compilation *out);

/* True if one of the errors reports a full disk, and not a place in the code that only mentions it. */
bool messages_report_full_disk(const struct compilation *out);

/* The advice of hints.def for this message; NULL if it has none. */
const char *message_hint(const char *text);

/*
 * True if the message says that the compiler may not read a file; `name` is the file as the message names it: "NAME: Permission
 * denied" or "cannot open file 'NAME': Permission denied".
 */
bool message_denies_file(const struct diagnostic *d, char *name, size_t size);

#endif
