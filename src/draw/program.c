/* program.c - see program.h. The document's parts are those of profile/speed_show.c. */
#include "config.h"

#include "draw/program.h"

#include <string.h>
#include <unistd.h>

#include "base/order.h"
#include "base/path.h"
#include "base/source.h"
#include "child/proc.h"
#include "simt/counts.h"

#define KERNELS_MOST 64
#define LINES_MOST   10000

static const char *text_of(const json_t *o, const char *key, struct arena *arena)
{
	const char *text = json_string_value(json_object_get(o, key));

	return text ? arena_strdup(arena, text) : NULL;
}

static double number_of(const json_t *o, const char *key)
{
	return json_number_value(json_object_get(o, key));
}

/* The text of the line, without blanks at its ends; "" if the file cannot be read. */
static const char *line_text(const struct buf *text, int line, struct arena *arena)
{
	struct source source = { .text = text->data, .len = text->len };
	const char *at;
	size_t len = 0;

	if (!text->len || !(at = source_line(&source, line, &len)))
		return "";
	for (; len && (*at == ' ' || *at == '\t'); len--)
		at++;
	at = arena_strndup(arena, at, len);
	return at ? at : "";
}

ORDER_BY(by_number, struct profile_line, line)

static bool lines_read(const json_t *o, struct arena *arena, struct program_kernel *k)
{
	const json_t *lines = json_object_get(o, "lines"), *row;
	size_t i, n = json_array_size(lines);
	struct buf text = BUF_INIT;
	const char *read = NULL;

	k->lines = arena_array(arena, n + 1, sizeof *k->lines);
	for (i = 0; k->lines && i < n && i < LINES_MOST; i++) {
		struct profile_line *l = &k->lines[k->nlines++];
		const char *file = json_string_value(json_object_get(row = json_array_get(lines, i), "file"));

		*l = (struct profile_line){ .line = (int)json_integer_value(json_object_get(row, "line")), .text = "" };
		l->share = k->ns > 0 ? number_of(row, "modelled_ns") / k->ns : 0;
		counts_read(json_object_get(row, "counters"), &l->counts);
		if (file && (!read || strcmp(read, file))) {
			buf_clear(&text);
			file_read(read = file, SOURCE_MAX_BYTES, &text, NULL);
		}
		if (file)
			l->text = line_text(&text, l->line, arena);
	}
	buf_release(&text);
	if (k->lines)
		qsort(k->lines, k->nlines, sizeof *k->lines, by_number);
	return k->lines;
}

static bool kernel_read(const json_t *o, struct arena *arena, struct program_kernel *k)
{
	const char *name = json_string_value(json_object_get(o, "kernel"));

	*k = (struct program_kernel){ .launches = (uint64_t)json_integer_value(json_object_get(o, "launches")),
				      .ns = number_of(o, "modelled_ns"), .limit = text_of(o, "limit", arena) };
	k->name = name ? arena_strndup(arena, name, strcspn(name, "(")) : NULL;
	return k->name && k->limit && lines_read(o, arena, k);
}

static bool advice_read(const json_t *o, struct arena *arena, struct program_advice *a)
{
	const char *file = json_string_value(json_object_get(o, "file"));

	*a = (struct program_advice){ .file = file ? arena_strdup(arena, path_base(file)) : NULL,
				      .line = (int)json_integer_value(json_object_get(o, "line")),
				      .kernel = text_of(o, "kernel", arena), .message = text_of(o, "message", arena),
				      .next = text_of(o, "next", arena), .saved_ns = number_of(o, "saved_ns") };
	return a->message && a->next;
}

int program_profile_read(const json_t *document, struct arena *arena, struct program_profile *p, struct error *err)
{
	const json_t *kernels = json_object_get(document, "counters"), *advice = json_object_get(document, "advice"),
		     *modelled = json_object_get(document, "modelled");
	size_t n = json_array_size(kernels), m = json_array_size(advice);
	bool good = true;

	*p = (struct program_profile){ .on = text_of(modelled, "on", arena), .ns = number_of(modelled, "ns"),
				       .kernels_ns = number_of(modelled, "kernels_ns") };
	if (!n)
		return error_set(err, PARTY_LEARNER, "the program launched no kernel");
	p->kernels = arena_array(arena, n, sizeof *p->kernels);
	p->advice = arena_array(arena, m + 1, sizeof *p->advice);
	for (; p->kernels && good && p->nkernels < n && p->nkernels < KERNELS_MOST; p->nkernels += good)
		good = kernel_read(json_array_get(kernels, p->nkernels), arena, &p->kernels[p->nkernels]);
	for (; p->advice && good && p->nadvice < m; p->nadvice += good)
		good = advice_read(json_array_get(advice, p->nadvice), arena, &p->advice[p->nadvice]);
	return good && p->kernels && p->advice && p->on ? 0 : error_nomem(err);
}

int program_profile_run(const char *path, const char *compiler, struct arena *arena, struct program_profile *p, struct error *err)
{
	const char *const argv[] = { "/proc/self/exe", "profile", "--json", path, compiler ? "--compiler" : NULL,
				     compiler, NULL };
	struct proc_job job = { .argv = argv, .envp = (const char *const *)environ };
	struct proc_result result;
	json_t *document;
	int status;

	if (proc_run(&job, &result, err))
		return -1;
	document = json_loadb(buf_text(&result.out), result.out.len, 0, NULL);
	if (document)
		status = program_profile_read(document, arena, p, err);
	else
		status = error_set(err, PARTY_LEARNER, "%s",
				   result.err.len ? buf_text(&result.err) : "the program launched no kernel");
	json_decref(document);
	proc_result_release(&result);
	return status;
}
