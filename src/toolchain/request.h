/*
 * request.h - a text that a program gives to NVRTC, and the compiler's reply, in the form that two processes exchange.
 *
 *	program -- name, text, headers as texts --> a process that may start a compiler
 *	        <- how it ended, log, PTX ---------
 *
 * A confined program cannot start a compiler, so it asks its parent (worker/asked.h); any other program compiles by itself,
 * through the same functions. A request has no options and no paths: definitions are lines of the text, so a request cannot name
 * a file to write; and if it is compiled for another process, its text can include only its own headers and the compiler's.
 *
 * A request is one line without '\n': its fields, each a letter and its text, are separated by "\f", and '\n', '\f', '\\' in them
 * are escaped.
 */
#ifndef WARPBOOK_TOOLCHAIN_REQUEST_H
#define WARPBOOK_TOOLCHAIN_REQUEST_H

#include "toolchain/toolchain.h"

#define REQUEST_BYTES ((size_t)256 << 10) /* the most, of all texts together */
#define REQUEST_HEADERS 64
#define REPLY_BYTES ((size_t)4 << 20)     /* the most, of log and PTX together */

struct request {
	const char *name, *text;
	const char *folders[COMPILE_FOLDERS]; /* of headers, for a program that compiles for itself; not part of the line */
	size_t nfolders;
	const char *header_names[REQUEST_HEADERS], *headers[REQUEST_HEADERS];
	size_t nheaders;
};

enum reply_end { REPLY_DONE, REPLY_WRONG_TEXT, REPLY_FAILED }; /* FAILED: no compiler, no memory, or rejected: see the log */

/* reply_release frees it. */
struct reply { enum reply_end end; struct buf log, ptx; double cpu_seconds; };

/* "more.h", "a/b.h": true only for a name below a folder. */
bool request_header_name(const char *name);
size_t request_bytes(const struct request *r);

/* -1: no memory. */
int request_encode(const struct request *r, struct buf *line);
/* The strings live in the arena. -1: not a request, or too large. */
int request_decode(const char *line, struct arena *arena, struct request *r);
int reply_encode(const struct reply *r, struct buf *out);
/* -1: not a reply, or no memory; then `r` is empty. */
int reply_decode(const char *bytes, size_t len, struct reply *r);
void reply_release(struct reply *r);

/* Compiles for the vm. `for_another`: rejects a text that includes a file of this user's. */
void request_compile(const struct compiler *compiler, const struct request *r, bool for_another, struct reply *reply);

#endif
