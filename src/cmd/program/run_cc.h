/*
 * run_cc.h - shared by `run` and `cc`: a compiler's options on warpbook's command line, and the messages of a build.
 */
#ifndef WARPBOOK_CMD_PROGRAM_RUN_CC_H
#define WARPBOOK_CMD_PROGRAM_RUN_CC_H

#include <jansson.h>

#include "base/arena.h"
#include "base/buf.h"
#include "bench/target.h"
#include "toolchain/program/program.h"

struct run_cc {
	struct arena arena;
	struct compiler compiler;
	struct target target;
	struct program_words words;
};

/*
 * Reads words[n] and finds device and compiler. `device` as in target.h; NULL: the vm. Returns EXIT_DONE, or another status
 * after reporting the error.
 */
int run_cc_open(struct run_cc *b, const char *device, const char *compiler, const char *const *words, size_t n);
/* The same for nvcc's own command line: always for the vm. */
int run_cc_open_nvcc(struct run_cc *b, const char *compiler, const char *const *words, size_t n);
void run_cc_close(struct run_cc *b);

/* Appends the messages about the sources, each with its line. */
void run_cc_report(const struct program *p, struct buf *out);
/* All messages as a JSON array, which the caller releases: also the warnings of a successful build. */
json_t *run_cc_diagnostics(const struct program *p);
/* A failed build as JSON, which the caller releases. */
json_t *run_cc_document(const struct program *p);
/* Reports a failed build on stderr, or with --json as JSON to `json`. Returns a status. */
int run_cc_failed(const struct run_cc *b, const struct program *p, FILE *json);

#endif
