/*
 * walls.h - limits the files and system calls of a child process: the child gives up all others itself, between fork and exec.
 *
 * The kernel offers two walls that need no privileges and that no process inside can remove:
 *
 *	files   Landlock: only the paths listed here, each only to read, run or write below it. A process inside can also
 *	        neither trace nor inspect any process outside (/proc/PID/mem, environ)
 *	calls   seccomp: the system calls of run/calls.def, by kind of child
 *
 * As root the child also gives up its capabilities. If the kernel permits this user to create namespaces, proc_run puts the child
 * into its own before the walls go up (spaces.h; on a GPU without a pid namespace); many machines do not offer them, so nothing
 * relies on them.
 *
 * The caller lists the paths before fork; raising the walls allocates nothing and takes no lock. The child leaves out a wall that
 * this machine lacks (see walls_have); if it cannot raise a wall that the machine has, it ends: no child runs with weaker walls
 * than promised.
 */
#ifndef WARPBOOK_BASE_WALLS_H
#define WARPBOOK_BASE_WALLS_H

#include <stdbool.h>
#include <stddef.h>

/* The kind of child: our own vm, a learner's program on the vm, either of them on a GPU, a compiler and its child processes. */
enum walls_kind { WALLS_VM, WALLS_PROGRAM, WALLS_GPU, WALLS_TOOLS, WALLS_KINDS };

enum wall_right { WALL_READ = 1, WALL_RUN = 2, WALL_WRITE = 4, WALL_SCRATCH = 8, WALL_FILES = 16 };

#define WALLS_PATHS_MOST 96

struct walls {
	enum walls_kind kind;
	struct wall_path { const char *path; unsigned may; } paths[WALLS_PATHS_MOST];
	size_t n;
	bool overflowed;
	char text[8192]; /* copied paths */
	size_t used;
	const struct sock_fprog *calls; /* set by walls_ready */
	bool bare; /* namespaces only, to try whether they work: no wall goes up */
};

struct sock_fprog;

/*
 * Adds a path, which must outlive the walls; skips NULL, and walls_raise skips missing paths. WALL_READ and WALL_RUN apply
 * to everything below a folder, WALL_WRITE to an existing file (or device). WALL_SCRATCH allows everything below a folder;
 * WALL_FILES allows plain files in it, none of which a removal can hide (proc.h measures them).
 */
void walls_allow(struct walls *w, const char *path, unsigned may);
void walls_allow_beside(struct walls *w, const char *folder, const char *name, unsigned may); /* "folder/name", copied */
void walls_allow_list(struct walls *w, const char *folders, unsigned may); /* "a:b"; copied */
/* The loader and the libraries of the system; for tools also its programs and headers. */
void walls_allow_system(struct walls *w);
/* What a Python with Numba reads of the system besides. */
void walls_allow_python(struct walls *w);

/* Call it before fork: prepares the filter of system calls. */
void walls_ready(struct walls *w);
/* Call it in the child, as the last step before exec. Returns -1 with errno. */
int walls_raise(const struct walls *w);

enum walls_have { HAVE_FILES_WALL = 1, HAVE_CALLS_WALL = 2 };
/* The walls that this machine has, as bits. The first call asks the kernel. */
unsigned walls_have(void);
/* "landlock+seccomp", "seccomp", "landlock" or "none", then "+namespaces" if children get them: stored with an attempt. */
const char *walls_level(void);
bool walls_level_is_whole(const char *level); /* it has both walls */
int walls_landlock_version(void); /* 0: none */

/*
 * The filter of each kind: run/calls.c sets it, and needs libseccomp; NULL without it, and in programs that confine no child.
 * In a filter the constant WALLS_OWN_PID stands for the child's process id.
 */
extern const struct sock_fprog *(*walls_calls)(enum walls_kind kind);
#define WALLS_OWN_PID 0x5EEDF00Du

#endif
