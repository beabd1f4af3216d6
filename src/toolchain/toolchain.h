/*
 * toolchain.h - a learner's file in, PTX out; the compiler's complaints come
 * back located in the learner's file.
 *
 * Two compilers stand behind this: nvcc, and Debian's clang (14 or newer) with
 * the headers in `device_headers/` and no CUDA toolkit. Artifacts are kept in
 * the cache folder under the hash of everything that went into them: source,
 * flags, compiler version, our headers.
 */
#ifndef WARPBOOK_TOOLCHAIN_TOOLCHAIN_H
#define WARPBOOK_TOOLCHAIN_TOOLCHAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

enum compiler_kind { COMPILER_NVCC, COMPILER_CLANG };

struct compiler {
	enum compiler_kind kind;
	char path[512];
	char toolkit[512]; /* its folder with bin, lib, include: "/usr/local/cuda-13.0", "/usr/lib/llvm-19"; "": unknown */
	char version[64];  /* "13.0.88", "14.0.6" */
	int major, minor;
};

/*
 * want: NULL or "auto" (nvcc, else the newest clang), "nvcc", "clang", "clang-19", or a path.
 * $WARPBOOK_COMPILER stands in for NULL. With none found the error tells what to install.
 */
int compiler_find(struct compiler *c, const char *want, struct error *err);
/* All that are here, newest clang first; returns how many (at most max). */
size_t compiler_list(struct compiler *c, size_t max);
/* "nvcc 13.0.88", "clang 14.0.6" */
void compiler_describe(const struct compiler *c, char *out, size_t size);

struct walls;
/*
 * What a compile may reach, to begin with: the system's programs, libraries and headers, the compiler's own toolkit, and what
 * else $PATH has programs in. Not the caller's folders, and no data: neither lessons nor solutions.
 */
void compiler_walls(const struct compiler *c, struct walls *w);

enum diagnostic_level { DIAGNOSTIC_NOTE, DIAGNOSTIC_WARNING, DIAGNOSTIC_ERROR };

struct diagnostic {
	enum diagnostic_level level;
	const char *file;    /* the learner's own path when the line is theirs; else as the compiler gave it */
	int line, column;    /* 0 when unknown */
	const char *text;    /* the compiler's own words, one line */
	const char *hint;    /* ours: what learners usually mean by it; NULL if none */
};

struct compilation {
	struct arena arena;  /* owns everything below */
	bool ok;
	const char *ptx;     /* text; NULL unless ok */
	size_t ptx_len;
	const char *cubin;   /* machine code for the architecture asked for; NULL if the compiler makes none */
	size_t cubin_len;
	struct diagnostic *diagnostics; size_t ndiagnostics; /* in the compiler's order, at most 50 */
	/* What the compiler read that did not come with it: real paths, less the source itself. Of a cached result: none. */
	const char *const *files; size_t nfiles;
	const char *raw;     /* the compiler's whole (capped) output */
	const char *command; /* what was run, for `--json` and bug reports */
	bool from_cache;
	double seconds;
};

/*
 * Compiles the bytes of `source`, known to the learner as `name` (used in diagnostics and in .file).
 * include_dir (may be NULL) is where #include "x.h" looks. -1 when the machine failed (no
 * compiler, disk full, killed); 0 otherwise, and `ok` tells whether the learner's code compiled.
 */
int compile(const struct compiler *c, const char *name, const char *source, size_t len,
	    const char *include_dir, struct compilation *out, struct error *err);
/*
 * The same for a GPU of compute capability arch / 10 (90 for 9.0): with its machine code, where the compiler is an
 * nvcc that knows the architecture. Without one the PTX is for the GPU's driver to compile, and the math
 * functions that clang leaves to the vm are compiled into it. arch 0: for the vm.
 */
int compile_for(const struct compiler *c, int arch, const char *name, const char *source, size_t len,
		const char *include_dir, struct compilation *out, struct error *err);
void compilation_release(struct compilation *out);

/* The folder of our device headers, for clang. */
int headers_find(char *out, size_t size, struct error *err);

#endif
