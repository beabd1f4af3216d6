/*
 * python.c - see python.h. It looks up the interpreter's functions in the process: nothing here depends on Python.
 *
 * A line, once seen, is kept for ever, and identified by its record's address, which replaces a return address: so sites can be
 * compared and kept like those of C programs.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "config.h"

#include "cudart/check/python.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

#define BUCKETS 1024
#define BLOCK   256  /* lines allocated at once */
#define BLOCKS  1024

struct line { char *file; int number; bool foreign; struct line *next; };

static struct line *lines[BUCKETS], *blocks[BLOCKS];
static size_t nlines;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t looked = PTHREAD_ONCE_INIT;
static bool found;

typedef void object;
static struct {
	int (*is_initialized)(void), (*gil_ensure)(void), (*is_finalizing)(void);
	void (*gil_release)(int);
	object *(*thread_state)(void), *(*thread_frame)(object *), *(*frame_back)(object *), *(*frame_code)(object *);
	int (*frame_line)(object *);
	object *(*attribute)(object *, const char *);
	const char *(*text)(object *);
	void (*release)(object *), (*error_clear)(void);
} py;

/* ISO C has no conversion from an object pointer to a function pointer. */
static bool look_up(const char *name, void *function)
{
	void *address = dlsym(RTLD_DEFAULT, name);

	memcpy(function, &address, sizeof address);
	return address != NULL;
}

static void look(void)
{
	if (!look_up("_Py_IsFinalizing", &py.is_finalizing))
		look_up("Py_IsFinalizing", &py.is_finalizing);
	found = look_up("Py_IsInitialized", &py.is_initialized) && look_up("PyGILState_Ensure", &py.gil_ensure) &&
		look_up("PyGILState_Release", &py.gil_release) && look_up("PyThreadState_Get", &py.thread_state) &&
		look_up("PyThreadState_GetFrame", &py.thread_frame) && look_up("PyFrame_GetBack", &py.frame_back) &&
		look_up("PyFrame_GetCode", &py.frame_code) && look_up("PyFrame_GetLineNumber", &py.frame_line) &&
		look_up("PyObject_GetAttrString", &py.attribute) && look_up("PyUnicode_AsUTF8", &py.text) &&
		look_up("Py_DecRef", &py.release) && look_up("PyErr_Clear", &py.error_clear) && py.is_finalizing;
}

/* ---- lines -------------------------------------------------------------------------------------------------- */

/* Is the file the interpreter's or an installed package's? Code without a file counts too. */
static bool is_foreign(const char *file)
{
	return *file == '<' || strstr(file, "/site-packages/") || strstr(file, "/dist-packages/") ||
	       strstr(file, "/lib/python3") || !strcmp(path_base(file), "sitecustomize.py") ||
	       !strncmp(path_base(file), "warpbook_", strlen("warpbook_"));
}

static struct line *line_of(const char *file, int number)
{
	unsigned hash = (unsigned)number;
	struct line **bucket, *l;

	for (const char *p = file; *p; p++)
		hash = hash * 31 + (unsigned char)*p;
	bucket = &lines[hash % BUCKETS];
	pthread_mutex_lock(&lock);
	for (l = *bucket; l && (l->number != number || strcmp(l->file, file)); l = l->next)
		;
	if (!l && nlines < (size_t)BLOCK * BLOCKS) {
		struct line **block = &blocks[nlines / BLOCK];
		char *own = strdup(file);

		if (!*block)
			*block = calloc(BLOCK, sizeof **block);
		if (*block && own) {
			l = &(*block)[nlines++ % BLOCK];
			*l = (struct line){ own, number, is_foreign(file), *bucket };
			*bucket = l;
		} else {
			free(own);
		}
	}
	pthread_mutex_unlock(&lock);
	return l;
}

bool python_runs(void)
{
	return nlines > 0;
}

static const struct line *line_at(const void *pc)
{
	const size_t n = (nlines + BLOCK - 1) / BLOCK;

	for (size_t i = 0; i < n; i++)
		if (blocks[i] && (const struct line *)pc >= blocks[i] && (const struct line *)pc < blocks[i] + BLOCK)
			return pc;
	return NULL;
}

bool python_line(const void *pc, const char **file, int *line)
{
	const struct line *l = nlines ? line_at(pc) : NULL;

	if (l) {
		*file = l->file;
		*line = l->number;
	}
	return l != NULL;
}

/* ---- the calling thread's ------------------------------------------------------------------------------------- */

static const struct line *line_of_frame(object *frame)
{
	object *code = py.frame_code(frame), *name = code ? py.attribute(code, "co_filename") : NULL;
	const char *file = name ? py.text(name) : NULL;
	const struct line *l = file ? line_of(file, py.frame_line(frame)) : NULL;

	if (name)
		py.release(name);
	if (code)
		py.release(code);
	if (!file)
		py.error_clear();
	return l;
}

bool python_is_here(void)
{
	pthread_once(&looked, look);
	return found && py.is_initialized();
}

bool python_site(struct call_site *site)
{
	object *frame, *back;
	size_t n = 0;
	int state;

	if (!python_is_here() || py.is_finalizing())
		return false;
	memset(site, 0, sizeof *site);
	state = py.gil_ensure();
	for (frame = py.thread_frame(py.thread_state()); frame && n < SITE_FRAMES; frame = back) {
		const struct line *l = line_of_frame(frame);

		if (l && !l->foreign)
			site->pc[n++] = (void *)(uintptr_t)l;
		back = py.frame_back(frame);
		py.release(frame);
	}
	if (frame)
		py.release(frame);
	py.gil_release(state);
	return n > 0 || python_runs();
}
