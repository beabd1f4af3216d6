/*
 * archive_library.h - the functions of libarchive that a file names with F() in a macro FUNCTIONS before it includes this.
 *
 * The library is loaded when an archive comes, as it loads twenty other libraries, for which no check should wait.
 */
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#define DECLARE(name) __typeof__(name) *name##_p;
static struct { FUNCTIONS(DECLARE) } la;

static bool library_open(void)
{
	void *library = dlopen("libarchive.so.13", RTLD_NOW);
	bool all = library != NULL;

#define FIND(name) \
	if (all) { \
		void *found = dlsym(library, #name); \
		all = found != NULL; \
		memcpy(&la.name##_p, &found, sizeof found); \
	}
	FUNCTIONS(FIND)
	return all;
}
