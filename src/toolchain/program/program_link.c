/*
 * program_link.c - see program_link.h.
 *
 * An object of -rdc=true has its module in `__fatbinwrap<id>` and calls `__cudaRegisterLinkedBinary<id>`
 * before main(), with a function that registers its kernels once there is a handle. The functions
 * generated here collect the modules; the last call registers all of them together, as a wrapper of
 * version 2, which contains only a list, ended by NULL, of containers whose PTX belongs
 * together. The runtime joins those into one module (ptx_link) before it lowers it.
 */
#include "config.h"

#include "toolchain/program/program_link.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/text.h"
#include "child/proc.h"
#include "source/learner_source.h"
#include "toolchain/messages.h"
#include "toolchain/program/program_file.h"

#define WANTED "__cudaRegisterLinkedBinary"
#define SYMBOLS_BYTES ((size_t)16 << 20)

/* ---- relocatable modules --------------------------------------------------------------------- */

static const char joint_head[] =
	"/* Made by warpbook: registers the relocatable modules of a program together. */\n"
	"int atexit(void (*)(void));\n"
	"struct wrapper { int magic, version; const void *data; const void *const *list; };\n"
	"void **__cudaRegisterFatBinary(void *);\n"
	"void __cudaRegisterFatBinaryEnd(void **);\n"
	"void __cudaUnregisterFatBinary(void **);\n"
	"static const void *modules[COUNT + 1];\n"
	"static void (*callbacks[COUNT])(void **);\n"
	"static unsigned count;\n"
	"static void **handle;\n"
	"static struct wrapper program = { 0x466243b1, 2, 0, modules };\n"
	"static void unregister(void) { __cudaUnregisterFatBinary(handle); }\n"
	"static void take(const struct wrapper *w, void (*callback)(void **))\n"
	"{\n"
	"	modules[count] = w->data;\n"
	"	callbacks[count++] = callback;\n"
	"	if (count < COUNT)\n"
	"		return;\n"
	"	handle = __cudaRegisterFatBinary(&program);\n"
	"	atexit(unregister);\n"
	"	for (unsigned i = 0; i < COUNT; i++)\n"
	"		callbacks[i](handle);\n"
	"	__cudaRegisterFatBinaryEnd(handle);\n"
	"}\n"
	"/* Another library or program with the same module joins it for itself. */\n"
	"#define MODULE(id) extern const struct wrapper __fatbinwrap##id; \\\n"
	"	__attribute__((visibility(\"hidden\"))) \\\n"
	"	void " WANTED "##id(void (*callback)(void **), void *wrap, void *name, void (*keep)(void *)); \\\n"
	"	void " WANTED "##id(void (*callback)(void **), void *wrap, void *name, void (*keep)(void *)) \\\n"
	"	{ (void)wrap; (void)name; (void)keep; take(&__fatbinwrap##id, callback); }\n";

/* The runtime reads its settings at the program's first call. */
static const char joint_fuse[] =
	"int setenv(const char *, const char *, int);\n"
	"__attribute__((constructor(101))) static void warpbook_fuse(void) { setenv(\"WARPBOOK_FUSE\", \"1\", 0); }\n";

/* Do nm's lines have "0000000000000000 T __cudaRegisterLinkedBinary_ab12"? Then an input joins that module already. */
static bool is_defined(const char *text, const char *id, size_t len)
{
	const size_t mark = strlen("T " WANTED);

	for (const char *at = strstr(text, "T " WANTED); at; at = strstr(at + 1, "T " WANTED))
		if (!strncmp(at + mark, id, len) && (at[mark + len] == '\n' || !at[mark + len]))
			return true;
	return false;
}

/* Collects the ids in nm's lines, "                 U __cudaRegisterLinkedBinary_ab12", each once. */
static void wanted_read(const char *text, struct word_list *ids, struct arena *arena)
{
	for (const char *at = strstr(text, "U " WANTED); at; at = strstr(at + 1, "U " WANTED)) {
		const char *id = at + strlen("U " WANTED);
		size_t len = strcspn(id, "\n"), i = 0;

		while (i < ids->n && (strlen(ids->list[i]) != len || memcmp(ids->list[i], id, len)))
			i++;
		if (i == ids->n && len && !is_defined(text, id, len))
			words_add(ids, arena, arena_strndup(arena, id, len));
	}
}

/* The archive that the linker uses for "-lname", if it is in a folder that the command line names. */
static const char *archive_of(const struct program_words *words, const char *name, struct arena *arena)
{
	for (size_t i = 0; i < words->ninputs; i++) {
		const char *word = words->inputs[i].word, *path;

		if (!word || strncmp(word, "-L", 2))
			continue;
		path = arena_printf(arena, "%s/lib%s.a", word + 2, name);
		if (path && path_exists(path))
			return path;
	}
	return NULL;
}

static int wanted_find(const struct program_job *job, const struct program_unit *units, const char *const *envp,
		       struct arena *arena, struct word_list *ids, struct error *err)
{
	const struct program_words *words = job->words;
	struct word_list command = { NULL, 0, 0 };
	struct proc_job run = { .envp = envp, .limits = { .wall_seconds = 600, .cpu_seconds = 60,
							  .stdout_bytes = SYMBOLS_BYTES } };
	struct proc_result result;
	const char *archive;
	bool made_before = false; /* is an input an object or an archive of another build? */

	words_add(&command, arena, "nm");
	words_add(&command, arena, "-g");
	for (size_t i = 0; i < words->ninputs; i++) {
		const struct program_input *in = &words->inputs[i];
		const char *file = NULL;

		if (in->source)
			file = units[in->source - words->sources].object;
		else if (!strncmp(in->word, "-l", 2) && (archive = archive_of(words, in->word + 2, arena)))
			file = archive;
		else if (text_ends(in->word, ".o") || text_ends(in->word, ".a"))
			file = in->word;
		if (file)
			words_add(&command, arena, file);
		made_before |= file && !in->source;
	}
	if (job->dry_run || command.n == 2 || (!words->relocatable && !made_before))
		return 0;
	command = words_end(command, arena);
	if (!command.list)
		return error_nomem(err);
	run.argv = command.list;
	if (proc_run(&run, &result, err))
		return -1;
	wanted_read(buf_text(&result.out), ids, arena); /* the linker reports files that nm cannot read */
	proc_result_release(&result);
	return arena->failed ? error_nomem(err) : 0;
}

int program_joint(const struct program_job *job, const struct program_place *place, const struct program_unit *units,
		  const char *const *envp, struct arena *arena, const char **joined, struct error *err)
{
	struct word_list ids = { NULL, 0, 0 };
	struct buf text = BUF_INIT;
	int status;

	*joined = NULL;
	if (job->dry_run && job->words->product == PRODUCT_DEVICE_LINK)
		*joined = "joint.c";
	if (wanted_find(job, units, envp, arena, &ids, err))
		return -1;
	if (job->dry_run || (!ids.n && !job->fuse && job->words->product != PRODUCT_DEVICE_LINK))
		return 0;
	*joined = arena_printf(arena, "%s/joint.c", place->folder);
	if (ids.n)
		buf_printf(&text, "#define COUNT %zu\n%s", ids.n, joint_head);
	else
		buf_puts(&text, "extern int none;\n");
	if (job->fuse)
		buf_puts(&text, joint_fuse);
	for (size_t i = 0; i < ids.n; i++)
		buf_printf(&text, "MODULE(%s)\n", ids.list[i]);
	status = text.failed || !*joined ? error_nomem(err) : file_write_scratch(*joined, text.data, text.len, err);
	buf_release(&text);
	return status;
}

/* ---- the linker's messages ----------------------------------------------------------------------- */

struct linking {
	const struct program_words *words;
	const struct program_unit *units;
	struct compilation *out;
	char within[512];          /* the object of "FILE: in function `f':" */
};

/* The learner's own name of a source or object, for the linker's name. */
static const char *own_name(const struct linking *l, const char *file, size_t len)
{
	char cwd[PATH_MAX];
	size_t n;

	for (size_t i = 0; i < l->words->nsources; i++) {
		const struct program_unit *u = &l->units[i];

		if ((strlen(u->object) == len && !memcmp(u->object, file, len)) ||
		    (strlen(u->input) == len && !memcmp(u->input, file, len)))
			return u->source->name;
	}
	if (getcwd(cwd, sizeof cwd) && (n = strlen(cwd)) < len && !memcmp(cwd, file, n) && file[n] == '/')
		return arena_strndup(&l->out->arena, file + n + 1, len - n - 1);
	return arena_strndup(&l->out->arena, file, len);
}

/* "FILE:12", "FILE:(.text+0x1f)", "(.text+0x17)" or "" before the message; FILE may be an object, then another FILE. */
static void place_read(const struct linking *l, const char *text, size_t len, struct diagnostic *d)
{
	const char *colon;
	char *end;

	if (len && text[len - 1] == ')') {
		while (len && text[len - 1] != '(')
			len--;
		len -= len > 0;
	}
	while (len && text[len - 1] == ':')
		len--;
	colon = memrchr(text, ':', len);
	if (colon) {
		long line = strtol(colon + 1, &end, 10);

		if (end == text + len && line > 0) {
			d->line = line < 1000000000 ? (int)line : 0;
			len = (size_t)(colon - text);
		}
	}
	colon = memrchr(text, ':', len); /* an object before it */
	if (colon) {
		len -= (size_t)(colon + 1 - text);
		text = colon + 1;
	}
	while (len && *text == ' ')
		text++, len--;
	if (!len)
		text = l->within, len = strlen(l->within);
	d->file = own_name(l, text, len);
}

/* An undefined symbol is listed only at its first reference. */
static bool is_listed(const struct compilation *out, const struct diagnostic *d)
{
	for (size_t i = 0; i < out->ndiagnostics; i++)
		if (!strcmp(out->diagnostics[i].text, d->text))
			return true;
	return false;
}

static int error_list(const struct linking *l, struct diagnostic d)
{
	struct message_reader r = { .name = d.file };
	struct diagnostic *last;

	if (!d.text)
		return -1;
	if (is_listed(l->out, &d))
		return 0;
	if (message_add(&r, DIAGNOSTIC_ERROR, d.text, d.hint, l->out))
		return -1;
	last = &l->out->diagnostics[l->out->ndiagnostics - 1];
	last->line = d.line;
	last->file = d.file;
	last->variable = d.variable;
	return 0;
}

static const char *undefined_hint(const char *name)
{
	const char *instead = program_library_instead(name);

	if (instead)
		return instead;
	if (!strncmp(name, "__cudaRegisterLinkedBinary", 26))
		return "an object was made with -rdc=true: give -rdc=true here too";
	if (!strncmp(name, "cuda", 4) || !strncmp(name, "__cuda", 6))
		return "the virtual machine's runtime has no such call; `warpbook run --device gpu` uses the real one";
	if (!strncmp(name, "cublas", 6) || !strncmp(name, "curand", 6) || !strncmp(name, "nvrtc", 5) ||
	    !strncmp(name, "cufft", 5))
		return "a library's function: is its -l missing, or does the virtual machine's version of the library lack it?";
	return "it is declared, but none of these files defines it: name the source that does, or its library with -l";
}

/* "PLACE: undefined reference to `name'" */
static int undefined_take(struct linking *l, const char *line, const char *at)
{
	const char *name = strchr(at, '`') ? strchr(at, '`') + 1 : "", *end = strrchr(name, '\'');
	struct diagnostic d = { .level = DIAGNOSTIC_ERROR };

	name = arena_strndup(&l->out->arena, name, end ? (size_t)(end - name) : strlen(name));
	if (!name)
		return -1;
	if (!strcmp(name, "main")) {
		d.text = "there is no main(), so these files are not a program";
		d.hint = "a program begins in `int main()`; a kernel by itself is judged by `warpbook check` and launched by "
			 "`warpbook vm run`";
		d.file = l->words->nsources ? l->words->sources[0].name : NULL;
		return error_list(l, d);
	}
	d.text = arena_printf(&l->out->arena, "undefined reference to `%.600s`", name);
	d.hint = undefined_hint(name);
	place_read(l, line, (size_t)(at - line), &d);
	return d.file ? error_list(l, d) : -1;
}

/* "PLACE: multiple definition of `name'; OBJECT:PLACE: first defined here" */
static int multiple_take(struct linking *l, const char *line, const char *at)
{
	const char *name = strchr(at, '`') ? strchr(at, '`') + 1 : "", *end = strstr(name, "'; "), *first;
	struct diagnostic d = { .level = DIAGNOSTIC_ERROR }, other = { .level = DIAGNOSTIC_ERROR };
	size_t len = end ? (size_t)(end - name) : strcspn(name, "'");
	bool is_main = len == 4 && !memcmp(name, "main", 4);

	if (memmem(name, len, "__device_stub_", 14)) /* a kernel's stub: the kernel itself is reported */
		return 0;
	place_read(l, line, (size_t)(at - line), &d);
	first = end ? strstr(end, ": first defined") : NULL;
	if (first)
		place_read(l, end + 3, (size_t)(first - end - 3), &other);
	d.text = arena_printf(&l->out->arena, "`%.*s` is defined twice: here and in %s", (int)(len > 600 ? 600 : len), name,
			      other.file ? other.file : "another file");
	if (d.text && other.line)
		d.text = arena_printf(&l->out->arena, "%s, line %d", d.text, other.line);
	d.hint = is_main ? "a program has only one main(): leave out one of the files"
			 : "define it in one file and declare it in the others; in a header, mark it inline or static";
	return d.file ? error_list(l, d) : -1;
}

static int missing_take(struct linking *l, const char *at)
{
	size_t len = strcspn(at, ": \n");
	struct diagnostic d = { .level = DIAGNOSTIC_ERROR };

	d.text = arena_printf(&l->out->arena, "the linker cannot find %.*s", (int)(len > 300 ? 300 : len), at);
	d.hint = strncmp(at, "-l", 2) ? "is it spelt right?" : "is its package installed? -L names a folder to look in";
	return error_list(l, d);
}

static int unreadable_take(struct linking *l, const char *line, const char *at)
{
	struct diagnostic d = { .level = DIAGNOSTIC_ERROR, .text = "this is not an object file, archive or library for this "
								   "machine" };

	d.hint = "rebuild it from its source";
	place_read(l, line, (size_t)(at - line), &d);
	return d.file ? error_list(l, d) : -1;
}

#define STATIC_MOST ((uint64_t)2 << 30)

/*
 * A static variable beyond what an address in the code can reach. The linker
 * names a line of code that is too far from it, or none.
 */
static int far_take(struct linking *l)
{
	struct program_file file, most = { .largest_bytes = 0 };
	struct diagnostic d = { .level = DIAGNOSTIC_ERROR, .hint = "allocate large arrays with malloc, new or std::vector" };
	const struct program_unit *u = NULL;
	struct buf source = BUF_INIT;

	for (size_t i = 0; i < l->words->nsources; i++)
		if (program_file_read(l->units[i].object, &file, NULL) == 0 && file.largest_bytes > most.largest_bytes) {
			most = file;
			u = &l->units[i];
		}
	if (!u || most.largest_bytes < STATIC_MOST / 16) /* a program of small variables has another reason */
		return 0;
	if (file_read(u->source->name, SOURCE_MAX_BYTES, &source, NULL) == 0)
		d.line = source_variable_line(buf_text(&source), source.len, most.largest);
	buf_release(&source);
	d.file = u->source->name;
	d.variable = arena_strdup(&l->out->arena, most.largest);
	d.text = arena_printf(&l->out->arena, "the static variables are too large: the largest has %llu bytes, and all of a "
					      "program together may have 2 GiB",
			      (unsigned long long)most.largest_bytes);
	return error_list(l, d);
}

static const char *skip_linker_name(const char *line)
{
	static const char *const linkers[] = { "/usr/bin/ld:", "/usr/bin/x86_64-linux-gnu-ld:", "ld:", "/bin/ld:" };

	for (size_t i = 0; i < sizeof linkers / sizeof *linkers; i++)
		if (!strncmp(line, linkers[i], strlen(linkers[i]))) {
			line += strlen(linkers[i]);
			return line + strspn(line, " ");
		}
	return line;
}

static int line_take(struct linking *l, const char *line)
{
	const char *at;

	line = skip_linker_name(line);
	if ((at = strstr(line, ": in function `"))) {
		const char *file = memrchr(line, ':', (size_t)(at - line));

		file = file ? file + 1 : line;
		snprintf(l->within, sizeof l->within, "%.*s", (int)(at - file), file);
		return 0;
	}
	if ((at = strstr(line, ": undefined reference to `")) || (at = strstr(line, "undefined reference to `")) == line)
		return at ? undefined_take(l, line, at) : 0;
	if ((at = strstr(line, ": multiple definition of `")))
		return multiple_take(l, line, at);
	if ((at = strstr(line, "cannot find ")) && !strstr(line, "cannot find entry"))
		return missing_take(l, at + strlen("cannot find "));
	if (strstr(line, "relocation truncated to fit: "))
		return far_take(l);
	if ((at = strstr(line, ": file format not recognized")) || (at = strstr(line, ": file not recognized")))
		return unreadable_take(l, line, at);
	return 0;
}

int link_messages_read(const struct program_words *words, const struct program_unit *units, const char *raw,
		       struct compilation *out)
{
	struct linking l = { .words = words, .units = units, .out = out };

	for (const char *p = raw; *p;) {
		size_t len = strcspn(p, "\n");
		const char *line = arena_strndup(&out->arena, p, len);

		if (!line || line_take(&l, line))
			return -1;
		p += len + (p[len] == '\n');
	}
	return 0;
}
