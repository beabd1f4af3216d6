/*
 * toolchain.h - compiles a learner's file to PTX, and locates the compiler's
 * messages in the learner's file.
 *
 * It uses one of two compilers: nvcc, or Debian's clang (14 or newer) with the
 * headers in `device_headers/` and no CUDA toolkit; kernels in Python go to
 * Numba (numba.h). The cache folder keeps
 * results under the hash of all inputs: source, flags, compiler version, our
 * headers.
 */
#ifndef WARPBOOK_TOOLCHAIN_TOOLCHAIN_H
#define WARPBOOK_TOOLCHAIN_TOOLCHAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

enum compiler_kind { COMPILER_NVCC, COMPILER_CLANG, COMPILER_NUMBA };

struct numba_ready;

struct compiler {
	enum compiler_kind kind;
	char path[512];
	char toolkit[512]; /* its folder with bin, lib, include: "/usr/local/cuda-13.0", "/usr/lib/llvm-19"; "": unknown. Of
			      Numba: CUDA_HOME */
	char version[64];  /* "13.0.88", "14.0.6" */
	int major, minor;
	char folders[4096]; /* of Numba: folders that it reads in addition to the system's, "a:b"; otherwise "" */
	struct numba_ready *ready; /* of Numba: a process that may be ready for the next file (numba_ready.h); NULL */
	bool for_stepping; /* kernels for a debugger: not optimised, with the names of variables; set it after compiler_find */
	unsigned cpu_seconds; /* CPU seconds that each process of a compilation may use; 0: 60; set it after compiler_find */
};

/*
 * want: NULL or "auto" (nvcc, otherwise the newest clang), "nvcc", "clang", "clang-19", or a path.
 * $WARPBOOK_COMPILER replaces NULL. If there is none, the error says what to install.
 */
int compiler_find(struct compiler *c, const char *want, struct error *err);
/* Lists the installed compilers, newest clang first; returns how many (at most max). */
size_t compiler_list(struct compiler *c, size_t max);
/* The answer of a compiler of any kind to --version, the same until the compiler changes. -1: it does not start. */
int compiler_answer(const char *path, struct buf *answer, struct error *err);
/* "nvcc 13.0.88", "clang 14.0.6" */
void compiler_describe(const struct compiler *c, char *out, size_t size);

struct sandbox;
/*
 * Allows what every compilation needs: the system's programs, libraries and headers, the compiler's own toolkit, and
 * the folders of $PATH. Not the caller's folders, and no data: neither lessons nor solutions.
 */
void compiler_sandbox(const struct compiler *c, struct sandbox *s);

enum diagnostic_level { DIAGNOSTIC_NOTE, DIAGNOSTIC_WARNING, DIAGNOSTIC_ERROR };

struct diagnostic {
	enum diagnostic_level level;
	const char *file;    /* the learner's own path if the line is theirs; otherwise the compiler's */
	int line, column;    /* 0 when unknown */
	const char *text;    /* the compiler's own words, one line */
	const char *hint;    /* our advice, from hints.def; NULL if none */
	const char *variable; /* the symbol of the variable that it is about, if only the linker objects; otherwise NULL */
};

struct compilation {
	struct arena arena;  /* owns everything below */
	bool ok;
	bool no_kernel;      /* Numba only: not ok, because the file has no such kernel, or the kernel has other parameters */
	const char *ptx;     /* text; NULL unless ok */
	size_t ptx_len;
	const char *cubin;   /* machine code for the requested architecture; NULL if the compiler does not produce it */
	size_t cubin_len;
	struct diagnostic *diagnostics; size_t ndiagnostics; /* in the compiler's order, at most 50 */
	/* Real paths of the files that the compiler read, without its own and the source. None for a cached result. */
	const char *const *files; size_t nfiles;
	const char *raw;     /* the compiler's whole (capped) output */
	const char *command; /* the command line, for `--json` and bug reports */
	bool from_cache;
	double seconds, cpu_seconds; /* cpu_seconds: of all its processes */
};

/*
 * Compiles the bytes of `source`, known to the learner as `name` (used in diagnostics and in .file).
 * include_dir (may be NULL) is the folder for #include "x.h". -1 if the machine failed (no
 * compiler, disk full, killed); 0 otherwise, and `ok` is true if the learner's code compiled.
 */
int compile(const struct compiler *c, const char *name, const char *source, size_t len,
	    const char *include_dir, struct compilation *out, struct error *err);
/*
 * The same for a GPU of compute capability arch / 10 (90 for 9.0): with its machine code, if the compiler is an
 * nvcc that knows the architecture. Otherwise the GPU's driver compiles the PTX, which then contains the math
 * functions that clang leaves to the vm. arch 0: for the vm.
 */
int compile_for(const struct compiler *c, int arch, const char *name, const char *source, size_t len,
		const char *include_dir, struct compilation *out, struct error *err);

#define COMPILE_FOLDERS 16
/* For the vm, with folders for #include "x.h" and <x.h>, in this order: the first COMPILE_FOLDERS that exist. */
int compile_in(const struct compiler *c, const char *name, const char *source, size_t len, const char *const *folders, size_t n,
	       struct compilation *out, struct error *err);
void compilation_release(struct compilation *out);

/* The folder of our device headers, for clang. */
int headers_find(char *out, size_t size, struct error *err);

#endif
