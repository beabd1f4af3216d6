/* file.c - see file.h. */
#include "config.h"

#include "hand/file.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "script/nearest.h"

#define PTX_MAX_BYTES ((size_t)64 << 20)
#define KERNELS_NAMED 6 /* the most in a message */

/* ---- reading ------------------------------------------------------------------------- */

static int compile_file(struct hand_file *f, const char *want, bool for_stepping, struct error *err)
{
	struct compiler compiler;
	size_t len = (size_t)(path_base(f->path) - f->path);
	const char *folder = len ? arena_strndup(&f->arena, f->path, len) : ".";

	if (!folder)
		return error_nomem(err);
	if (compiler_find(&compiler, want, err))
		return -1;
	compiler.for_stepping = for_stepping;
	if (compile(&compiler, f->path, buf_text(&f->text), f->text.len, folder, &f->compilation, err))
		return -1;
	compiler_describe(&compiler, f->compiler, sizeof f->compiler);
	f->ptx = f->compilation.ptx;
	f->ptx_len = f->compilation.ptx_len;
	return !f->compilation.ok;
}

int hand_file_read(struct hand_file *f, const char *path, const char *compiler, bool for_stepping, struct error *err)
{
	memset(f, 0, sizeof *f);
	f->path = path;
	f->is_cuda = text_ends(path, ".cu");
	if (file_read(path, f->is_cuda ? SOURCE_MAX_BYTES : PTX_MAX_BYTES, &f->text, err)) {
		/* The learner named the file on the command line. */
		err->party = PARTY_LEARNER;
		return -1;
	}
	if (f->is_cuda)
		return compile_file(f, compiler, for_stepping, err);
	f->ptx = buf_text(&f->text);
	f->ptx_len = f->text.len;
	return 0;
}

/* Finds the source that the .loc lines of a .ptx file name: at their path, or beside the .ptx file. */
static void find_origin(struct hand_file *f)
{
	const struct ptx_module *m = f->module;
	const char *name = NULL;
	size_t len = (size_t)(path_base(f->path) - f->path);

	for (size_t i = 0; i < m->nlocs && !name; i++)
		if (m->locs[i].place_line && (size_t)m->locs[i].place_file < m->nfiles)
			name = m->files[m->locs[i].place_file];
	if (!name)
		return;
	if (file_read(name, SOURCE_MAX_BYTES, &f->origin, NULL)) {
		const char *beside = arena_printf(&f->arena, "%.*s%s", (int)len, f->path, path_base(name));

		buf_clear(&f->origin);
		if (!beside || file_read(beside, SOURCE_MAX_BYTES, &f->origin, NULL))
			return;
	}
	f->origin_path = name;
}

int hand_file_parse(struct hand_file *f, struct error *err)
{
	f->module = ptx_parse(f->ptx, f->ptx_len, f->path, err);
	if (f->module) {
		if (!f->is_cuda)
			find_origin(f);
		return 0;
	}
	if (err->party == PARTY_US)
		err->party = PARTY_LEARNER;
	return -1;
}

void hand_file_release(struct hand_file *f)
{
	ptx_free(f->module);
	compilation_release(&f->compilation);
	buf_release(&f->text);
	buf_release(&f->origin);
	arena_release(&f->arena);
}

/* ---- excerpts ------------------------------------------------------------------------- */

struct remark_source hand_file_source(const struct hand_file *f, const char *file)
{
	if (file && f->origin_path && !strcmp(file, f->origin_path))
		return (struct remark_source){ f->origin_path, buf_text(&f->origin), f->origin.len };
	return (struct remark_source){ f->path, buf_text(&f->text), f->text.len };
}

/* ---- kernels --------------------------------------------------------------------------- */

static bool is_kernel(const struct ptx_function *f)
{
	return f->is_entry && !f->is_extern;
}

static bool kernel_is(const struct ptx_function *f, const char *want)
{
	struct buf text = BUF_INIT;
	bool is = !strcmp(f->name, want);

	if (!is && !ptx_demangle_name(f->name, &text))
		is = !strcmp(buf_text(&text), want);
	buf_clear(&text);
	if (!is && !ptx_demangle(f->name, &text))
		is = !strcmp(buf_text(&text), want);
	buf_release(&text);
	return is;
}

/* The kernels' names without their parameters, in the arena. */
static size_t kernel_names(const struct ptx_module *m, struct arena *arena, const char ***names)
{
	size_t n = 0;

	*names = arena_array(arena, m->nfunctions + 1, sizeof **names);
	for (size_t i = 0; *names && i < m->nfunctions; i++) {
		struct buf text = BUF_INIT;

		if (!is_kernel(m->functions[i]))
			continue;
		if (ptx_demangle_name(m->functions[i]->name, &text))
			buf_clear(&text);
		(*names)[n++] = text.len ? arena_strdup(arena, buf_text(&text)) : m->functions[i]->name;
		buf_release(&text);
		if (!(*names)[n - 1])
			return 0;
	}
	return n;
}

static void report_kernels(const struct ptx_module *m, const char *want, size_t found, struct error *err)
{
	struct arena arena = { 0 };
	struct buf list = BUF_INIT;
	const char **names, *near;
	size_t n = kernel_names(m, &arena, &names);

	for (size_t i = 0; i < n && i < KERNELS_NAMED; i++)
		buf_printf(&list, "%s%s", i ? ", " : "", names[i]);
	if (n > KERNELS_NAMED)
		buf_printf(&list, " and %zu more", n - KERNELS_NAMED);
	if (n == 0) {
		error_set(err, PARTY_LEARNER, "'%s' has no kernel", m->name);
		error_remedy(err, "a kernel is a `__global__` function, in PTX an `.entry`");
	} else if (!want) {
		error_set(err, PARTY_LEARNER, "'%s' has %zu kernels", m->name, n);
		error_remedy(err, "choose with --kernel: %s", buf_text(&list));
	} else if (found > 1) {
		error_set(err, PARTY_LEARNER, "there are %zu kernels '%s' in '%s'", found, want, m->name);
		error_remedy(err, "name one as `warpbook vm lint` does, with its parameters");
	} else {
		near = word_nearest(want, names, n);
		error_set(err, PARTY_LEARNER, "there is no kernel '%s' in '%s'", want, m->name);
		if (near)
			error_remedy(err, "did you mean '%s'?", near);
		else
			error_remedy(err, "it has %s", buf_text(&list));
	}
	buf_release(&list);
	arena_release(&arena);
}

const struct ptx_function *hand_kernel_find(const struct ptx_module *m, const char *want, struct error *err)
{
	const struct ptx_function *found = NULL;
	size_t n = 0;

	for (size_t i = 0; i < m->nfunctions; i++) {
		const struct ptx_function *f = m->functions[i];

		if (is_kernel(f) && want && !strcmp(f->name, want))
			return f;
		if (!is_kernel(f) || (want && !kernel_is(f, want)))
			continue;
		found = f;
		n++;
	}
	if (n == 1)
		return found;
	report_kernels(m, want, n, err);
	return NULL;
}
