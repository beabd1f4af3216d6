/*
 * sandbox.h - limits the files and system calls of a child process: the child gives up all others itself, between fork and exec.
 *
 * The sandbox has two layers, which need no privileges and that no process inside can remove:
 *
 *	files   Landlock: only the paths listed here, each only to read, run or write below it. A process inside can also
 *	        neither trace nor inspect any process outside (/proc/PID/mem, environ)
 *	calls   seccomp: the system calls of worker/calls.def, by kind of child
 *
 * As root the child also gives up its capabilities. If the kernel permits this user to create namespaces, proc_run puts the child
 * into its own before it enters the sandbox (spaces.h; on a GPU without a pid namespace); many machines do not offer them, so
 * nothing relies on them.
 *
 * The caller lists the paths before fork; entering the sandbox allocates nothing and takes no lock. The child leaves out what
 * this machine lacks (see sandbox_layers); where it cannot enter what the machine has, it ends: no child runs in a weaker sandbox
 * than promised.
 */
#ifndef WARPBOOK_CHILD_SANDBOX_H
#define WARPBOOK_CHILD_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/* The kind of child: our own vm, a learner's program on the vm, either of them on a GPU, a compiler and its child processes. */
enum sandbox_kind { SANDBOX_VM, SANDBOX_PROGRAM, SANDBOX_GPU, SANDBOX_TOOLS, SANDBOX_KINDS };

enum sandbox_right { SANDBOX_READ = 1, SANDBOX_RUN = 2, SANDBOX_WRITE = 4, SANDBOX_SCRATCH = 8, SANDBOX_FILES = 16 };

#define SANDBOX_PATHS_MOST 96

struct sandbox {
	enum sandbox_kind kind;
	struct sandbox_path { const char *path; unsigned may; } paths[SANDBOX_PATHS_MOST];
	size_t n;
	bool overflowed;
	char text[8192]; /* copied paths */
	size_t used;
	const struct sock_fprog *calls; /* set by sandbox_ready */
	bool bare; /* namespaces only, to try whether they work: nothing else is restricted */
};

struct sock_fprog;

/*
 * Adds a path, which must outlive the sandbox; skips NULL, and sandbox_enter skips missing paths. SANDBOX_READ and SANDBOX_RUN
 * apply to everything below a folder, SANDBOX_WRITE to an existing file (or device). SANDBOX_SCRATCH allows everything below a
 * folder; SANDBOX_FILES allows plain files in it, none of which a removal can hide (proc.h measures them).
 */
void sandbox_allow(struct sandbox *s, const char *path, unsigned may);
void sandbox_allow_beside(struct sandbox *s, const char *folder, const char *name, unsigned may); /* "folder/name", copied */
void sandbox_allow_list(struct sandbox *s, const char *folders, unsigned may); /* "a:b"; copied */
/*
 * The loader and the libraries of the system, and the folders where this process found its own (LD_LIBRARY_PATH, a path in the
 * program: modules, conda, spack); for tools also its programs and headers.
 */
void sandbox_allow_system(struct sandbox *s);
/* What a Python with Numba reads of the system besides. */
void sandbox_allow_python(struct sandbox *s);

/* Call it before fork: prepares the filter of system calls. */
void sandbox_ready(struct sandbox *s);
/* Call it in the child, as the last step before exec. Returns -1 with errno. */
int sandbox_enter(const struct sandbox *s);

enum sandbox_layers { SANDBOX_HAS_LANDLOCK = 1, SANDBOX_HAS_SECCOMP = 2 };
/* The layers that this machine has, as bits. The first call asks the kernel. */
unsigned sandbox_layers(void);
/* "landlock+seccomp", "seccomp", "landlock" or "none", then "+namespaces" if children get them: stored with an attempt. */
const char *sandbox_level(void);
bool sandbox_level_is_whole(const char *level); /* it has both layers */
int sandbox_landlock_version(void); /* 0: none */

/*
 * The filter of each kind: worker/calls.c sets it, and needs libseccomp; NULL without it, and in programs that confine no child.
 * In a filter the constant SANDBOX_OWN_PID stands for the child's process id.
 */
extern const struct sock_fprog *(*sandbox_calls)(enum sandbox_kind kind);
#define SANDBOX_OWN_PID 0x5EEDF00Du

#endif
