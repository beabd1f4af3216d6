/*
 * host_program.c - the learner's text unchanged, and after it:
 *
 *	static void *warpbook_array(const char *file, size_t bytes) { ... }
 *	int main() { ...; two_jobs((const unsigned int *)a0, ..., *(int *)&a4); }
 */
#include "config.h"

#include "bench/host_program.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "base/path.h"

static void name_put(const char *name, struct buf *out)
{
	for (; *name; name++)
		buf_putc(out, (unsigned char)*name < ' ' || *name == '"' || *name == '\\' || *name == 0x7F ? '_' : *name);
}

/* Writes to the scratch folder, whose name is ours. */
static int array_write(const struct exercise_param *p, const struct case_arg *a, size_t k, const char *folder, struct buf *out,
		       struct error *err)
{
	size_t bytes = (size_t)a->count * value_type_bytes(p->type);
	char path[PATH_MAX], name[32];

	snprintf(name, sizeof name, "array-%zu", k);
	if (!path_join(path, sizeof path, folder, name))
		return error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	buf_printf(out, "\tvoid *a%zu = warpbook_array(\"%s\", %zu);\n", k, path, bytes);
	return file_write(path, a->bytes, bytes, err);
}

static int main_put(const struct exercise *e, const struct exercise_case *c, const char *folder, struct buf *out,
		    struct error *err)
{
	buf_puts(out, "\n#line 1 \"warpbook-main\"\n#include <stdio.h>\n#include <stdlib.h>\n"
		 "static void *warpbook_array(const char *file, size_t bytes)\n{\n"
		 "\tvoid *array = malloc(bytes + 1);\n\tFILE *in = fopen(file, \"rb\");\n"
		 "\tif (!array || !in || fread(array, 1, bytes, in) != bytes)\n\t\tabort();\n\tfclose(in);\n\treturn array;\n}\n"
		 "int main()\n{\n");
	for (size_t k = 0; k < e->nparams; k++) {
		if (e->params[k].role == PARAM_SCALAR)
			buf_printf(out, "\tunsigned long long a%zu = %" PRIu64 "ULL;\n", k, c->args[k].bits);
		else if (!e->params[k].result && array_write(&e->params[k], &c->args[k], k, folder, out, err))
			return -1;
	}
	buf_printf(out, "\t%s(", e->kernel);
	for (size_t k = 0; k < e->nparams && !e->params[k].result; k++) {
		const struct exercise_param *p = &e->params[k];
		const char *type = value_type_name(p->type);

		if (p->role == PARAM_SCALAR)
			buf_printf(out, "%s*(%s *)&a%zu", k ? ", " : "", type, k);
		else
			buf_printf(out, "%s(%s%s *)a%zu", k ? ", " : "", p->role == PARAM_IN ? "const " : "", type, k);
	}
	buf_puts(out, ");\n\treturn 0;\n}\n");
	return 0;
}

int host_program_write(const struct exercise *e, const struct exercise_case *c, const char *path, const char *folder, char *out,
		       size_t size, struct error *err)
{
	struct buf source = BUF_INIT, text = BUF_INIT;
	int status = -1;

	if (!path_join(out, size, folder, path_base(path))) {
		error_set(err, PARTY_MACHINE, "the name of the temporary folder is too long");
	} else if (!file_read(path, SOURCE_MAX_BYTES, &source, err)) {
		buf_puts(&text, "#line 1 \"");
		name_put(path, &text);
		buf_puts(&text, "\"\n");
		buf_append(&text, buf_text(&source), source.len);
		status = main_put(e, c, folder, &text, err);
		if (!status)
			status = text.failed ? error_nomem(err) : file_write(out, buf_text(&text), text.len, err);
	}
	buf_release(&source);
	buf_release(&text);
	return status;
}
