/* kernel_names.c - see kernel_names.h. */
#include "config.h"

#include "cudart/check/kernel_names.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx.h"

static struct reported { char *entry, *name, *parameters; struct reported *next; } *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct reported *find(const char *entry)
{
	const struct reported *t;

	pthread_mutex_lock(&lock);
	for (t = all; t && strcmp(t->entry, entry); t = t->next)
		;
	pthread_mutex_unlock(&lock); /* never freed */
	return t;
}

/*
 * Receives the name of the kernel with that entry, and one line for each parameter of its PTX: "n", "!4:x" for the address of
 * the array x, whose elements have 4 bytes, or an empty one.
 */
__attribute__((visibility("default"))) void warpbook_kernel(const char *entry, const char *name, const char *parameters);

void warpbook_kernel(const char *entry, const char *name, const char *parameters)
{
	struct reported *t;

	if (find(entry))
		return;
	t = calloc(1, sizeof *t);
	if (!t)
		return;
	t->entry = strdup(entry);
	t->name = strdup(name);
	t->parameters = strdup(parameters);
	if (!t->entry || !t->name || !t->parameters) {
		free(t->entry);
		free(t->name);
		free(t->parameters);
		free(t);
		return;
	}
	pthread_mutex_lock(&lock);
	t->next = all;
	all = t;
	pthread_mutex_unlock(&lock);
}

static void demangled_put(const char *mangled, bool with_types, struct buf *out)
{
	struct buf name = BUF_INIT;
	bool fails = with_types ? ptx_demangle(mangled, &name) : ptx_demangle_name(mangled, &name);

	buf_puts(out, fails ? mangled : buf_text(&name));
	buf_release(&name);
}

/* Each launch is listed by its kernel's name: the last names are kept. */
#define KEPT 64
static struct kept { char *mangled, *name; } kept[2][KEPT];

static unsigned slot_of(const char *mangled)
{
	unsigned hash = 0;

	while (*mangled)
		hash = hash * 31 + (unsigned char)*mangled++;
	return hash % KEPT;
}

static void name_keep(struct kept *k, const char *mangled, const char *name)
{
	free(k->mangled);
	free(k->name);
	k->mangled = strdup(mangled);
	k->name = strdup(name);
}

void kernel_name_put(const char *mangled, bool with_types, struct buf *out)
{
	const struct reported *t = find(mangled);
	struct kept *k = &kept[with_types][slot_of(mangled)];

	if (t) {
		buf_puts(out, t->name);
		return;
	}
	pthread_mutex_lock(&lock);
	if (k->mangled && k->name && !strcmp(k->mangled, mangled)) {
		buf_puts(out, k->name);
	} else {
		struct buf name = BUF_INIT;

		demangled_put(mangled, with_types, &name);
		buf_puts(out, buf_text(&name));
		name_keep(k, mangled, buf_text(&name));
		buf_release(&name);
	}
	pthread_mutex_unlock(&lock);
}

bool kernel_is_supplied(const char *mangled)
{
	return find(mangled);
}

bool kernel_parameter(const char *mangled, size_t index, char *name, size_t size, unsigned *elem)
{
	const struct reported *t = find(mangled);
	const char *at = t ? t->parameters : NULL;
	char *end;

	for (size_t i = 0; at && i < index; i++) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	*elem = 0;
	if (!at || *at == '\n' || !*at)
		return false;
	if (*at == '!') {
		*elem = (unsigned)strtoul(at + 1, &end, 10);
		at = *end == ':' ? end + 1 : end;
	}
	snprintf(name, size, "%.*s", (int)strcspn(at, "\n"), at);
	return true;
}
