/*
 * fitted.c - see fitted.h. What clang does not take, in one version of libcu++ or another:
 *
 *	- a variable in shared memory whose destructor does something. That of cuda::barrier gives the hardware's barrier back,
 *	  which the virtual machine does not need: its body goes.
 *	- a % before a letter in inline assembly with operands, where clang wants %%
 *	- a function that is defined without the __host__ __device__ of its declaration
 *
 * A change keeps all lines. -ivfsoverlay gives clang the copy under the header's own name.
 */
#include "config.h"

#include "toolchain/fitted.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"

static const char *const names[] = {
	"cuda/__barrier/barrier_block_scope.h",                   /* CCCL from 2.4 on */
	"cuda/std/detail/libcxx/include/__cuda/barrier.h",        /* before */
	"cuda/std/detail/libcxx/include/__cuda/chrono.h",
	"cuda/std/barrier", "cuda/std/chrono", "cuda/pipeline",   /* libcu++ 1 */
	"cuda/std/detail/libcxx/include/complex",
};

/* The text after the closing brace that belongs to the opening one at `p`; NULL: there is none. */
static const char *brace_end(const char *p)
{
	int depth = 0;

	for (; *p; p++) {
		depth += (*p == '{') - (*p == '}');
		if (!depth)
			return p + 1;
	}
	return NULL;
}

/* `p` is at "~barrier()": copies it and the braces of its body, and of the body only the ends of lines. */
static const char *destructor_empty(const char *p, struct buf *out)
{
	const char *open = p + strcspn(p, "{;"), *end = *open == '{' ? brace_end(open) : NULL;

	if (!end)
		return NULL;
	buf_append(out, p, (size_t)(open + 1 - p));
	for (const char *q = open + 1; q < end - 1; q++)
		if (*q == '\n')
			buf_putc(out, '\n');
	buf_putc(out, '}');
	return end;
}

bool fitted_text(const char *text, struct buf *out)
{
	static const char destructor[] = "~barrier()", definition[] = "\ncomplex<_Tp>\noperator";
	bool changed = false, quoted = false, dropped = false;

	for (const char *p = text; *p;) {
		const char *after = NULL;

		quoted ^= *p == '"';
		quoted &= *p != '\n';
		if (!quoted && !dropped && !strncmp(p, destructor, sizeof destructor - 1) && p > text &&
		    isspace((unsigned char)p[-1]) && (after = destructor_empty(p, out))) {
			dropped = changed = true;
			p = after;
		} else if (quoted && *p == '%' && islower((unsigned char)p[1])) {
			buf_puts(out, "%%");
			changed = true;
			p++;
		} else if (quoted && *p == '%' && p[1] == '%') {
			buf_puts(out, "%%");
			p += 2;
		} else if (!strncmp(p, definition, sizeof definition - 1)) {
			buf_puts(out, "\n__attribute__((host, device)) ");
			changed = true;
			p++;
		} else {
			buf_putc(out, *p++);
		}
	}
	return changed;
}

struct fitting { const struct program_job *job; struct program_place *place; struct arena *arena; struct error *err;
		 struct buf list; int n; };

static int header_fit(struct fitting *f, const char *folder, const char *name)
{
	struct buf text = BUF_INIT, changed = BUF_INIT;
	char header[PATH_MAX], whole[PATH_MAX], here[PATH_MAX] = "";
	const char *copy = arena_printf(f->arena, "%s/fitted%d.h", f->place->folder, f->n);
	int status = 0;

	if (!copy)
		return error_nomem(f->err);
	if (path_join(header, sizeof header, folder, name) && (*folder == '/' || getcwd(here, sizeof here)) &&
	    path_join(whole, sizeof whole, *folder == '/' ? "/" : here, *folder == '/' ? header + 1 : header) &&
	    !strpbrk(whole, "\"\\") && file_read(header, SOURCE_MAX_BYTES, &text, NULL) == 0 &&
	    fitted_text(buf_text(&text), &changed)) {
		status = changed.failed ? error_nomem(f->err) : file_write_scratch(copy, changed.data, changed.len, f->err);
		buf_printf(&f->list, "%s{ \"type\": \"file\", \"name\": \"%s\", \"external-contents\": \"%s\" }",
			   f->n++ ? ",\n" : "", whole, copy);
	}
	buf_release(&text);
	buf_release(&changed);
	return status;
}

static int folder_fit(struct fitting *f, const char *folder)
{
	char inner[PATH_MAX];

	if (!path_join(inner, sizeof inner, folder, "cuda") || !path_is_dir(inner))
		return 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (header_fit(f, folder, names[i]))
			return -1;
	return 0;
}

static int folders_fit(struct fitting *f)
{
	static const char *const usual[] = { "/usr/local/include", "/usr/include" };
	const struct word_list *words = &f->job->words->both;

	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->list[i], *folder = NULL;

		if (!strncmp(word, "-I", 2) && word[2])
			folder = word + 2;
		else if ((!strcmp(word, "-I") || !strcmp(word, "-isystem")) && i + 1 < words->n)
			folder = words->list[++i];
		if (folder && folder_fit(f, folder))
			return -1;
	}
	if (*f->place->cccl && folder_fit(f, f->place->cccl))
		return -1;
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (folder_fit(f, usual[i]))
			return -1;
	return 0;
}

int fitted_headers(const struct program_job *job, struct program_place *place, struct arena *arena, struct error *err)
{
	struct fitting f = { job, place, arena, err, BUF_INIT, 0 };
	int status;

	*place->fitted = '\0';
	buf_puts(&f.list, "{ \"version\": 0, \"use-external-names\": false, \"roots\": [\n");
	status = folders_fit(&f);
	buf_puts(&f.list, "\n] }\n");
	if (status == 0 && f.n && !path_join(place->fitted, sizeof place->fitted, place->folder, "fitted.yaml"))
		status = error_set(err, PARTY_MACHINE, "the path of the build's folder is too long");
	if (status == 0 && f.n)
		status = f.list.failed ? error_nomem(err) : file_write_scratch(place->fitted, f.list.data, f.list.len, err);
	buf_release(&f.list);
	return status;
}
