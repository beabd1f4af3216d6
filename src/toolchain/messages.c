/*
 * messages.c - reads the messages of nvcc, of its gcc and its cicc, and of clang.
 *
 * A located line has one of three forms; the reader drops the echo of the source under it:
 *
 *	add.cu(5): error: expected a ";"                    EDG, inside nvcc
 *	add.cu:5:12: error: expected ';' after expression   clang; gcc when it preprocesses
 *	At end of source: error: expected a "}"             EDG
 *
 * There is also "error: text" without a place. Drivers' messages about themselves
 * ("clang: error: ...") are not for the learner. EDG prints no column: the caret under the
 * echo gives it. A message about a template or a header may point into another file; then a
 * later note or an "In file included from" names the learner's line.
 */
#include "config.h"

#include "toolchain/messages.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/foreign_path.h"
#include "base/path.h"
#include "base/source.h"
#include "toolchain/command.h"

#define LABEL_MOST 255
#define TEXT_MAX 1000 /* bytes of one message */

/* ---- hints -------------------------------------------------------------------------- */

struct hint { const char *pattern, *advice; };

static const struct hint hints[] = {
#define HINT(pattern, advice) { pattern, advice },
#define BUILTIN(name)
#define LACKS(what, source, pattern, advice) { pattern, advice },
#include "toolchain/clang_lacks.def"
#undef LACKS
#define OURS(name)
#define MISSING(name, symbols, header, title, instead) \
	{ "'" header "' file not found", LIBRARY_INSTEAD instead }, \
	{ header ": No such file or directory", LIBRARY_INSTEAD instead },
#include "toolchain/program/libraries.def"
#undef OURS
#undef MISSING
#include "toolchain/hints.def"
#undef HINT
#undef BUILTIN
};

struct builtin { const char *name, *advice; };

static const struct builtin builtins[] = {
#define HINT(pattern, advice)
#define BUILTIN(name) { #name, "did you mean `" #name "`? In CUDA's names capital letters count" },
#include "toolchain/hints.def"
#undef HINT
#undef BUILTIN
};

/* The hint if the message quotes one of CUDA's names with wrong capitals: threadidx, blockDIM. */
static const char *builtin_hint(const char *text)
{
	for (const char *q = strpbrk(text, "\"'"); q; q = strpbrk(q + 1, "\"'")) {
		size_t len = strcspn(q + 1, "\"'");

		for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
			const char *name = builtins[i].name;

			if (strlen(name) == len && !strncasecmp(q + 1, name, len) && strncmp(q + 1, name, len))
				return builtins[i].advice;
		}
	}
	return NULL;
}

const char *message_hint(const char *text)
{
	const char *advice;

	if (strlen(text) > TEXT_MAX)
		return NULL;
	advice = builtin_hint(text);
	for (size_t i = 0; !advice && i < sizeof hints / sizeof *hints; i++)
		if (fnmatch(hints[i].pattern, text, 0) == 0)
			advice = hints[i].advice;
	return advice;
}

/* ---- one line ------------------------------------------------------------------------ */

struct message {
	const char *file;
	size_t file_len;  /* 0: no place at all */
	int line, column;
	bool edg;         /* from nvcc's front end: a caret with the column may follow */
	enum diagnostic_level level;
	const char *text;
};

static const struct { const char *word; enum diagnostic_level level; } severities[] = {
	{ "fatal error", DIAGNOSTIC_ERROR }, { "catastrophic error", DIAGNOSTIC_ERROR },
	{ "internal error", DIAGNOSTIC_ERROR }, { "error", DIAGNOSTIC_ERROR },
	{ "fatal", DIAGNOSTIC_ERROR }, { "warning", DIAGNOSTIC_WARNING },
	{ "remark", DIAGNOSTIC_NOTE }, { "note", DIAGNOSTIC_NOTE },
};

static bool number_parse(const char **at, int *out)
{
	long long value = 0;

	if (!isdigit((unsigned char)**at))
		return false;
	for (; isdigit((unsigned char)**at); (*at)++)
		value = value < 100000000 ? value * 10 + (**at - '0') : value;
	*out = (int)value;
	return true;
}

/* "error: text", "warning #177-D: text". */
static bool severity_parse(const char *at, struct message *m)
{
	at += strspn(at, " ");
	for (size_t i = 0; i < sizeof severities / sizeof *severities; i++) {
		size_t n = strlen(severities[i].word);
		const char *rest = at + n;

		if (strncmp(at, severities[i].word, n))
			continue;
		rest += strspn(rest, " ");
		if (*rest == '#')
			rest += strcspn(rest, " :");
		rest += strspn(rest, " ");
		if (*rest != ':')
			continue;
		m->level = severities[i].level;
		m->text = rest + 1 + strspn(rest + 1, " ");
		return true;
	}
	return false;
}

/* "(5):" or ":5:12:" or ":5:" */
static bool place_parse(const char *at, struct message *m)
{
	bool edg = *at == '(';

	m->column = 0;
	if (*at != '(' && *at != ':')
		return false;
	at++;
	if (!number_parse(&at, &m->line))
		return false;
	if (edg && *at++ != ')')
		return false;
	if (*at++ != ':')
		return false;
	if (!edg && number_parse(&at, &m->column) && *at++ != ':')
		return false;
	m->edg = edg;
	return severity_parse(at, m);
}

/* Compares with the label first, because a learner's file may have a name like "a(3): error.cu". */
static bool located_parse(const char *line, const char *label, struct message *m)
{
	size_t n = strlen(label);

	m->file = line;
	m->file_len = n;
	if (!strncmp(line, label, n) && place_parse(line + n, m))
		return true;
	for (const char *at = strpbrk(line, "(:"); at; at = strpbrk(at + 1, "(:")) {
		m->file_len = (size_t)(at - line);
		if (m->file_len && place_parse(at, m))
			return true;
	}
	return false;
}

/* "error: kernel function type 'int ()' must have void return type": about the source, place unknown. */
static bool unlocated_parse(const char *line, struct message *m)
{
	memset(m, 0, sizeof *m);
	return *line != ' ' && severity_parse(line, m);
}

/* ---- the whole output ------------------------------------------------------------------ */

struct reading {
	const struct message_reader *r;
	struct compilation *out;
	struct diagnostic *main;    /* the error or warning that notes belong to */
	struct diagnostic *edg;     /* waits for its caret */
	struct diagnostic *foreign; /* an error in a file that is not the learner's: waits for a note */
	int via;                    /* the learner's #include that led to the next message */
	bool failed;
};

static struct diagnostic *diagnostic_add(struct compilation *out)
{
	if (!out->diagnostics)
		out->diagnostics = arena_array(&out->arena, MESSAGES_MAX, sizeof *out->diagnostics);
	if (!out->diagnostics || out->ndiagnostics == MESSAGES_MAX)
		return NULL;
	return &out->diagnostics[out->ndiagnostics++];
}

int message_add(const struct message_reader *r, enum diagnostic_level level, const char *text,
		const char *hint, struct compilation *out)
{
	struct diagnostic *d;

	if (out->ndiagnostics == MESSAGES_MAX)
		out->ndiagnostics--;
	d = diagnostic_add(out);
	if (!d)
		return -1;
	*d = (struct diagnostic){ .level = level, .file = r->name, .hint = hint,
				  .text = arena_strdup(&out->arena, text) };
	return d->text ? 0 : -1;
}

/* If a macro on the command line broke the header, the fault is not warpbook's. */
int messages_blame_us(const struct compilation *out, const char *raw, const struct compiler *compiler,
		      const char *const *folders, struct error *err)
{
	const struct diagnostic *first = NULL;
	char name[96];

	for (size_t i = 0; !first && i < out->ndiagnostics; i++)
		if (out->diagnostics[i].level == DIAGNOSTIC_ERROR)
			first = &out->diagnostics[i];
	if (!first || !first->file || strstr(raw, "<command line>:"))
		return 0;
	for (; *folders; folders++) {
		if (!**folders || strncmp(first->file, *folders, strlen(*folders)))
			continue;
		compiler_describe(compiler, name, sizeof name);
		error_set(err, PARTY_US, "one of warpbook's headers does not compile with %s: %s", name, first->text);
		error_at(err, first->file, first->line);
		return error_remedy(err, "your file is not at fault: report this with the output of `warpbook doctor`; "
				    "until then, set WARPBOOK_COMPILER to another compiler");
	}
	return 0;
}

static int last_line(const struct message_reader *r)
{
	int line = 1;

	for (size_t i = 0; i + 1 < r->len; i++)
		line += r->source[i] == '\n';
	return line;
}

/* The learner's own name of this file, if it is theirs or in their folder; NULL for other files. */
static const char *own_file(struct reading *s, const struct message *m)
{
	size_t n = strlen(COMMAND_INCLUDES);
	const char *file;

	if (m->file_len == strlen(s->r->label) && !memcmp(m->file, s->r->label, m->file_len))
		return s->r->name;
	if (m->file_len > n && !strncmp(m->file, COMMAND_INCLUDES, n)) {
		n += strspn(m->file + n, "0123456789");
		if (m->file_len > n + 1 && m->file[n] == '/')
			return arena_strndup(&s->out->arena, m->file + n + 1, m->file_len - n - 1);
	}
	if (!s->r->places || m->file_len == 0 || m->file[0] == '<')
		return NULL;
	file = arena_strndup(&s->out->arena, m->file, m->file_len);
	if (!file || path_is_foreign(file))
		return NULL;
	for (size_t i = 0; i < s->r->places->n; i++)
		if (!strncmp(file, s->r->places->foreign[i], strlen(s->r->places->foreign[i])))
			return NULL;
	return file + (strncmp(file, "./", 2) ? 0 : 2);
}

static void foreign_move(struct reading *s, const char *file, int line)
{
	s->foreign->file = file;
	s->foreign->line = line;
	s->foreign->column = 0;
	s->foreign = NULL;
}

/* A note explains the message before it: it names the learner's line that led there, or the reason. */
static void note_explain(struct reading *s, const struct message *m, const char *own)
{
	if (own && s->foreign)
		foreign_move(s, own, m->line);
	if (s->main && !s->main->hint)
		s->main->hint = message_hint(m->text);
}

/*
 * clang reports an unknown name at each of its uses, and both compilers may report one mistake several times on a
 * line. A program's warnings come twice, because its code is compiled for the host and for the device.
 */
static bool is_reported(const struct compilation *out, const struct message *m, const char *text)
{
	bool anywhere = !fnmatch("*undeclared identifier*", text, 0);

	for (size_t i = 0; i < out->ndiagnostics && m->level != DIAGNOSTIC_NOTE; i++) {
		const struct diagnostic *d = &out->diagnostics[i];

		if (d->level == m->level && (anywhere || d->line == m->line) && d->text && !strcmp(d->text, text))
			return true;
	}
	return false;
}

/* The code of "\u00e9" or "\U000000e9" at the text's beginning, and its length; 0: there is none. */
static unsigned long escape_read(const char *text, size_t *len)
{
	char hex[9] = "";
	unsigned long code;

	*len = text[0] != '\\' ? 0 : text[1] == 'u' ? 6 : text[1] == 'U' ? 10 : 0;
	if (!*len || strspn(text + 2, "0123456789abcdefABCDEF") < *len - 2)
		return 0;
	memcpy(hex, text + 2, *len - 2);
	code = strtoul(hex, NULL, 16);
	return code < 0xA0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : code;
}

/* The message's text. EDG escapes letters outside of ASCII: here they are UTF-8 again. */
static const char *message_text(struct arena *arena, const struct message *m)
{
	struct buf text = BUF_INIT;
	const char *kept;
	size_t len;

	if (!m->edg)
		return arena_strndup(arena, m->text, strnlen(m->text, TEXT_MAX));
	for (const char *at = m->text, *end = at + strnlen(at, TEXT_MAX); at < end; at += len) {
		unsigned long code = escape_read(at, &len);

		if (code) {
			buf_put_utf8(&text, (uint32_t)code);
		} else {
			len = 1;
			buf_putc(&text, *at);
		}
	}
	kept = text.failed ? NULL : arena_strdup(arena, buf_text(&text));
	buf_release(&text);
	return kept;
}

static void message_take(struct reading *s, const struct message *m)
{
	const char *file = m->file_len ? own_file(s, m) : s->r->name, *text = message_text(&s->out->arena, m);
	struct diagnostic *d;

	s->edg = NULL;
	if (text && is_reported(s->out, m, text)) {
		s->main = NULL; /* drop its notes too */
		return;
	}
	if (m->level == DIAGNOSTIC_NOTE)
		note_explain(s, m, file == s->r->name || s->r->places ? file : NULL);
	if ((!file && m->level != DIAGNOSTIC_ERROR) || (m->level == DIAGNOSTIC_NOTE && !s->main))
		return;
	d = diagnostic_add(s->out);
	if (!d) {
		s->failed = s->out->arena.failed;
		return;
	}
	d->level = m->level;
	d->line = m->line;
	d->column = m->column;
	d->file = file ? file : arena_strndup(&s->out->arena, m->file, m->file_len);
	d->text = text;
	if (!d->file || !d->text) {
		s->failed = true;
		return;
	}
	if (m->edg)
		s->edg = d;
	if (m->level != DIAGNOSTIC_NOTE) {
		d->hint = message_hint(d->text);
		s->main = d;
		s->foreign = file ? NULL : d;
		if (s->foreign && s->via)
			foreign_move(s, s->r->name, s->via);
	}
	s->via = 0;
}

/* True if n bytes are equal; EDG shows a tab as one space. */
static bool echoes(const char *line, const char *echo, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (line[i] != echo[i] && !(line[i] == '\t' && echo[i] == ' '))
			return false;
	return true;
}

static size_t trimmed(const char *text, size_t len)
{
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	return len;
}

/*
 * EDG echoes a line after two spaces, without comments and with macros expanded (`__global__` is
 * one). So the column is known if the text before the caret equals the learner's, or the text from
 * the caret to the line's end. 0 if neither does.
 */
static int caret_column(const struct reading *s, const char *echo, size_t caret)
{
	struct source source = { s->r->source, s->r->len };
	size_t len, tail, echo_len = trimmed(echo, strlen(echo));
	const char *line = source_line(&source, s->edg->line, &len);

	if (!line || caret < 2 || caret >= echo_len)
		return 0;
	if (caret - 2 < len && echoes(line, echo + 2, caret - 2) && line[caret - 2] == echo[caret])
		return (int)caret - 1;
	len = trimmed(line, len);
	tail = echo_len - caret;
	return tail <= len && echoes(line + len - tail, echo + caret, tail) ? (int)(len - tail) + 1 : 0;
}

/* The length of a line's code: without a comment and blanks at its end. */
static size_t code_length(const char *line, size_t len)
{
	const char *comment = memmem(line, len, "//", 2);

	return trimmed(line, comment ? (size_t)(comment - line) : len);
}

/* EDG misses a `;` where it reads on, perhaps lines below: moves the message to the end of the code before that. */
static void semicolon_move(const struct reading *s, struct diagnostic *d)
{
	struct source source = { s->r->source, s->r->len };
	size_t len, code;
	const char *line = source_line(&source, d->line, &len);

	if (strcmp(d->text, "expected a \";\"") || !line || d->column < 1 || (size_t)d->column > len ||
	    strspn(line, " \t") < (size_t)d->column - 1)
		return;
	for (int above = d->line - 1; above > 0; above--) {
		line = source_line(&source, above, &len);
		code = line ? code_length(line, len) : 0;
		if (!code)
			continue;
		if (line[strspn(line, " \t")] != '#' && line[code - 1] != '/') {
			d->line = above;
			d->column = (int)code + 1;
		}
		return;
	}
}

/* "     ^" under an echo. */
static bool caret_take(struct reading *s, const char *line, const char *before)
{
	size_t caret = strspn(line, " ");

	if (!s->edg || line[caret] != '^' || !before)
		return false;
	if (s->edg->file == s->r->name && s->edg->column == 0)
		s->edg->column = caret_column(s, before, caret);
	if (s->edg->file == s->r->name)
		semicolon_move(s, s->edg);
	s->edg = NULL;
	return true;
}

/* "            operand types are: float4 + float4" belongs to the message above it. */
static bool detail_take(struct reading *s, const char *line)
{
	size_t indent = strspn(line, " ");
	const char *joined;

	if (!s->edg || indent < 10 || (!strstr(line, " are: ") && !strstr(line, " is: ")))
		return false;
	joined = arena_printf(&s->out->arena, "%s (%.200s)", s->edg->text, line + indent);
	if (joined)
		s->edg->text = joined;
	return true;
}

/* EDG names the line that instantiates a template: `detected during ... at line 12`. */
static bool context_take(struct reading *s, const char *line)
{
	const char *at = strstr(line, "at line ");
	struct message m = { .level = DIAGNOSTIC_NOTE, .text = line + strspn(line, " ") };

	if (*line != ' ' || !at || s->out->ndiagnostics == 0 ||
	    (!strstr(line, "instantiation") && !strstr(line, "detected during")))
		return false;
	at += strlen("at line ");
	if (!number_parse(&at, &m.line))
		return false;
	m.file = s->r->label;
	m.file_len = strlen(m.file);
	if (!strncmp(at, " of \"", 5)) {
		m.file = at + 5;
		m.file_len = strcspn(m.file, "\"");
	}
	message_take(s, &m);
	return true;
}

/* "In file included from add.cu:3:", and gcc's "                 from add.cu:3:" */
static bool included_take(struct reading *s, const char *line)
{
	size_t n = strlen(s->r->label);
	const char *at = strstr(line, "from ");

	if (!at || (strncmp(line, "In file included ", 17) && *line != ' '))
		return false;
	at += strlen("from ");
	if (strncmp(at, s->r->label, n) || at[n] != ':')
		return true;
	at += n + 1;
	number_parse(&at, &s->via);
	return true;
}

static void line_take(struct reading *s, const char *line, const char *before)
{
	static const char end_of_source[] = "At end of source:";
	struct message m = { 0 };

	if (caret_take(s, line, before) || detail_take(s, line) || included_take(s, line) ||
	    context_take(s, line))
		return;
	if (located_parse(line, s->r->label, &m)) {
		message_take(s, &m);
		return;
	}
	if (!strncmp(line, end_of_source, strlen(end_of_source)) &&
	    severity_parse(line + strlen(end_of_source), &m)) {
		m.file = s->r->label;
		m.file_len = strlen(m.file);
		m.line = last_line(s->r);
		message_take(s, &m);
	} else if (unlocated_parse(line, &m)) {
		message_take(s, &m);
	}
}

bool messages_report_full_disk(const struct compilation *out)
{
	for (size_t i = 0; i < out->ndiagnostics; i++)
		if (out->diagnostics[i].line == 0 && strstr(out->diagnostics[i].text, "No space left on device"))
			return true;
	return false;
}

int messages_read(const struct message_reader *r, const char *raw, struct compilation *out)
{
	struct reading s = { .r = r, .out = out };
	struct buf clean = BUF_INIT;
	char *line, *rest, *before = NULL;

	text_sanitise(raw, strlen(raw), &clean);
	if (clean.failed)
		return -1;
	for (rest = clean.data; (line = rest) && !s.failed; before = line) {
		rest = strchr(line, '\n');
		if (rest)
			*rest++ = '\0';
		line_take(&s, line, before);
	}
	buf_release(&clean);
	return s.failed ? -1 : 0;
}

int message_reader_init(struct message_reader *r, const char *name, const char *source, size_t len, const char *not_in_label,
			struct arena *arena, struct error *err)
{
	char *label = arena_strndup(arena, name, strnlen(name, LABEL_MOST));

	*r = (struct message_reader){ .label = label, .name = arena_strdup(arena, name), .source = source, .len = len };
	if (len > SOURCE_MAX_BYTES)
		return error_set(err, PARTY_LEARNER, "'%s' is larger than %u MiB", name, SOURCE_MAX_BYTES >> 20);
	if (!label || !r->name)
		return error_nomem(err);
	for (char *c = label; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7F || strchr(not_in_label, *c))
			*c = '_';
	return 0;
}

bool message_denies_file(const struct diagnostic *d, char *name, size_t size)
{
	static const char denied[] = ": Permission denied";
	const char *from = d->text, *end = strstr(d->text, denied), *quote = strchr(d->text, '\'');

	if (d->level != DIAGNOSTIC_ERROR || !end || end[sizeof denied - 1])
		return false;
	if (quote && quote < end && end[-1] == '\'') {
		from = quote + 1;
		end--;
	}
	if (end <= from || (size_t)(end - from) >= size)
		return false;
	memcpy(name, from, (size_t)(end - from));
	name[end - from] = '\0';
	return true;
}
