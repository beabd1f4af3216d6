/* call_place.c - see call_place.h. */
#include "config.h"

#include "cudart/check/call_place.h"

#include <ctype.h>
#include <dlfcn.h>
#ifdef __GLIBC__
#include <execinfo.h>
#endif
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/foreign_path.h"
#include "base/path.h"
#include "base/source.h"
#include "child/proc.h"
#include "cudart/check/parent.h"
#include "cudart/check/python.h"

#define LOOK_UP_SECONDS 120 /* for a busy machine */
#define BATCH           64   /* addresses in one run of addr2line */
#define EXPECTED        32

/* The result for one address: its innermost line in the program's own files. */
struct found { void *pc; const char *file; int line; };
static struct found *cache;
static size_t ncached;

struct file_text { char *name, *text; size_t len; struct file_text *next; };
static struct file_text *files;

/* ---- the program's own files ------------------------------------------------------------------ */

static const struct found *cached(const void *pc)
{
	for (size_t i = 0; i < ncached; i++)
		if (cache[i].pc == pc)
			return &cache[i];
	return NULL;
}

static void remember(void *pc, const char *file, int line)
{
	struct found *found = array_push(&cache, &ncached, sizeof *found);

	if (found)
		*found = (struct found){ pc, file ? strdup(file) : NULL, line };
}

/* ---- asking addr2line --------------------------------------------------------------------------- */

/* The file from which an address was loaded, and the address in it. */
struct located { const char *object; uintptr_t offset; };

static bool locate(void *pc, struct located *l)
{
	static char program[4096];
	Dl_info info;

	if (!dladdr(pc, &info) || !info.dli_fname)
		return false;
	l->object = info.dli_fname;
	l->offset = (uintptr_t)pc - (uintptr_t)info.dli_fbase;
	/* For the program itself dladdr gives the name with which it was started, which may not be a path. */
	if (!strchr(info.dli_fname, '/') || access(info.dli_fname, R_OK)) {
		if (!path_self(program, sizeof program))
			return false;
		l->object = program;
	}
	/* An executable that is not position-independent has its addresses in the file. */
	{
		const ElfW(Ehdr) *header = info.dli_fbase;

		if (header->e_type == ET_EXEC)
			l->offset = (uintptr_t)pc;
	}
	return true;
}

/* "file.cu:12" or "file.cu:12 (discriminator 3)"; false for "??:0". */
static bool read_line(const char *text, size_t len, char *file, size_t size, int *line)
{
	const char *colon = memrchr(text, ':', len);
	const char *paren = memchr(text, '(', len);

	if (paren && paren > text)
		colon = memrchr(text, ':', (size_t)(paren - text));
	if (!colon || (size_t)(colon - text) >= size)
		return false;
	*line = atoi(colon + 1);
	snprintf(file, size, "%.*s", (int)(colon - text), text);
	return *line > 0 && strcmp(file, "??");
}

/* Reads the output: for each address a line "0x1234", then its lines, innermost first. */
static void read_answers(const char *p, void *const *pcs, size_t n)
{
	size_t i = (size_t)-1;
	char file[4096];
	bool done = false;
	int line;

	while (*p) {
		size_t len = strcspn(p, "\n");

		if (len > 2 && !strncmp(p, "0x", 2) && !memchr(p, ':', len)) {
			if (i != (size_t)-1 && !done)
				remember(pcs[i], NULL, 0);
			i++;
			done = false;
		} else if (i < n && !done && read_line(p, len, file, sizeof file, &line) && !path_is_foreign(file)) {
			remember(pcs[i], file, line);
			done = true;
		}
		p += len + (p[len] == '\n');
	}
	if (i < n && !done)
		remember(pcs[i], NULL, 0);
}

/*
 * A host thread of the vm comes here for the names in a fault's finding, while the program's own thread holds the lock and waits
 * for it: a fork on this thread may not wait for that lock (pthread_atfork).
 */
static int run_tool(const struct proc_job *job, struct proc_result *result, struct error *err)
{
	struct thread *t = thread_state();
	const unsigned depth = t->depth;
	const bool lent = t->lent;
	int status;

	if (!depth) {
		t->lent = true;
		t->depth = 1;
	}
	status = proc_run(job, result, err);
	t->lent = lent;
	t->depth = depth;
	return status;
}

static void ask_tool(const char *object, char words[BATCH][24], void *const *pcs, size_t n)
{
	const char *argv[BATCH + 8] = { "addr2line", "-a", "-i", "-e", object };
	struct proc_job job = { .argv = argv, .limits = { .wall_seconds = LOOK_UP_SECONDS, .stdout_bytes = 1 << 20 } };
	struct proc_result result;
	struct error err;

	for (size_t i = 0; i < n; i++)
		argv[5 + i] = words[i];
	argv[5 + n] = NULL;
	if (run_tool(&job, &result, &err) == 0) {
		read_answers(buf_text(&result.out), pcs, n);
		proc_result_release(&result);
	}
}

/* It knows the lines of the program itself, and of no library. */
static void ask_parent(char words[BATCH][24], void *const *pcs, size_t n)
{
	char question[BATCH * 24 + 2] = "";
	struct buf answer = BUF_INIT;
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(question + len, sizeof question - len, "%s\n", words[i]);
	question[len++] = '\n';
	if (parent_ask(question, len, &answer))
		read_answers(buf_text(&answer), pcs, n);
	buf_release(&answer);
}

static bool is_program(const char *object)
{
	Dl_info info;

	return dladdr((const void *)(uintptr_t)getauxval(AT_PHDR), &info) && info.dli_fname && !strcmp(object, info.dli_fname);
}

/* Looks up addresses of one object. */
static void ask(const char *object, void *const *pcs, const uintptr_t *offsets, size_t n)
{
	char words[BATCH][24];

	for (size_t i = 0; i < n; i++) /* a return address is after the call: one less is inside it */
		snprintf(words[i], sizeof words[i], "0x%lx", (unsigned long)offsets[i] - 1);
	if (!parent_answers())
		ask_tool(object, words, pcs, n);
	else if (is_program(object))
		ask_parent(words, pcs, n);
	/* What could not be asked is not asked again. */
	for (size_t i = 0; i < n; i++)
		if (!cached(pcs[i]))
			remember(pcs[i], NULL, 0);
}

/* Addresses of one object that are to be asked for. */
struct question {
	char object[4096];
	void *pcs[BATCH];
	uintptr_t offsets[BATCH];
	size_t n;
};

static void question_end(struct question *q)
{
	if (q->n)
		ask(q->object, q->pcs, q->offsets, q->n);
	q->n = 0;
}

static bool is_asked(const struct question *q, const void *pc)
{
	for (size_t i = 0; i < q->n; i++)
		if (q->pcs[i] == pc)
			return true;
	return false;
}

/* along: only what needs no question more. */
static void question_add(struct question *q, const struct call_site *site, bool along)
{
	for (size_t k = 0; k < SITE_FRAMES && site->pc[k]; k++) {
		void *pc = site->pc[k];
		const struct found *known = cached(pc);
		struct located l;
		const char *file;
		int line;

		if (known && known->line)
			break; /* call_place needs no other one */
		if (python_line(pc, &file, &line) || known || is_asked(q, pc))
			continue;
		if (!locate(pc, &l) || path_is_foreign(l.object)) {
			remember(pc, NULL, 0);
			continue;
		}
		if (q->n == BATCH || (q->n && strcmp(q->object, l.object))) {
			if (along)
				continue;
			question_end(q);
		}
		snprintf(q->object, sizeof q->object, "%s", l.object);
		q->pcs[q->n] = pc;
		q->offsets[q->n++] = l.offset;
	}
}

static struct call_site expected[EXPECTED];
static size_t nexpected;

void call_place_expect(const struct call_site *site)
{
	if (nexpected < EXPECTED && !cached(site->pc[0]))
		expected[nexpected++] = *site;
}

void call_place_prepare(const struct call_site *const *sites, size_t n)
{
	struct question q = { .n = 0 };

	for (size_t i = 0; i < n; i++)
		question_add(&q, sites[i], false);
	for (size_t i = 0; i < nexpected && q.n; i++)
		question_add(&q, &expected[i], true);
	nexpected = q.n ? 0 : nexpected;
	question_end(&q);
}

bool call_place(const struct call_site *site, struct source_place *place)
{
	memset(place, 0, sizeof *place);
	call_place_prepare(&site, 1);
	for (size_t k = 0; k < SITE_FRAMES && site->pc[k]; k++) {
		const struct found *f = cached(site->pc[k]);

		if (python_line(site->pc[k], &place->file, &place->line))
			return true;
		if (f && f->line) {
			place->file = f->file;
			place->line = f->line;
			return true;
		}
	}
	return false;
}

/* ---- the source ----------------------------------------------------------------------------------- */

const char *call_place_text(const char *file, size_t *len)
{
	struct file_text *t = files;
	FILE *f;

	while (t && strcmp(t->name, file))
		t = t->next;
	if (!t) {
		struct buf text = BUF_INIT;
		char part[4096];
		size_t n;

		t = calloc(1, sizeof *t);
		if (!t)
			return NULL;
		f = fopen(file, "re");
		while (f && text.len < (16u << 20) && (n = fread(part, 1, sizeof part, f)) > 0)
			buf_append(&text, part, n);
		if (f)
			fclose(f);
		t->name = strdup(file);
		t->text = f && !text.failed ? strdup(buf_text(&text)) : NULL;
		t->len = t->text ? strlen(t->text) : 0;
		buf_release(&text);
		t->next = files;
		if (!t->name) {
			free(t);
			return NULL;
		}
		files = t;
	}
	*len = t->len;
	return t->text;
}

/* The position after the opening bracket of the call's arguments, or NULL. */
static const char *arguments_of(const char *line, const char *end, const char *name)
{
	bool any = !strcmp(name, "cuda*");
	size_t len = any ? strlen("cuda") : strlen(name);

	for (const char *p = line; p + len <= end; p++) {
		if (memcmp(p, name, len))
			continue;
		if (!strcmp(name, "<<<")) {
			while (p + 3 <= end && memcmp(p, ">>>", 3))
				p++;
			p += 3;
			while (p < end && *p != '(')
				p++;
			return p < end ? p + 1 : NULL;
		}
		if (p > line && (isalnum((unsigned char)p[-1]) || p[-1] == '_'))
			continue;
		p += len;
		while (any && p < end && isalnum((unsigned char)*p))
			p++;
		/* cudaMalloc<float>( */
		if (p < end && *p == '<')
			while (p < end && *p != '(')
				p++;
		while (p < end && isspace((unsigned char)*p))
			p++;
		if (p < end && *p == '(')
			return p + 1;
	}
	return NULL;
}

/* The position behind `reinterpret_cast<T>` or `static_cast<T>`; else the same. */
static const char *skip_cast(const char *from, const char *to)
{
	static const char *const casts[] = { "reinterpret_cast<", "static_cast<", "const_cast<" };

	for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
		size_t n = strlen(casts[i]);
		const char *close = (size_t)(to - from) > n && !memcmp(from, casts[i],
								       n) ? memchr(from, '>', (size_t)(to - from)) : NULL;

		if (close)
			return close + 1;
	}
	return from;
}

/* Removes casts, `&`, outer brackets, and blanks. */
static void trim(const char **from, const char **to)
{
	bool again = true;

	while (again) {
		again = false;
		while (*from < *to && isspace((unsigned char)**from))
			++*from;
		while (*to > *from && isspace((unsigned char)(*to)[-1]))
			--*to;
		if (skip_cast(*from, *to) != *from) {
			*from = skip_cast(*from, *to);
			again = true;
		} else if (*from < *to && **from == '&') {
			++*from;
			again = true;
		} else if (*from < *to && **from == '(') {
			const char *close = memchr(*from, ')', (size_t)(*to - *from));

			/* (void **) before something, or brackets around everything */
			if (close && close + 1 < *to) {
				*from = close + 1;
				again = true;
			} else if (close) {
				++*from;
				--*to;
				again = true;
			}
		}
	}
}

/* The index-th of the arguments that begin at p. */
static bool argument_at(const char *p, const char *end, unsigned index, char *text, size_t size)
{
	const char *start = p;
	int depth = 0;

	for (; p && p < end; p++) {
		if (*p == '(' || *p == '[' || *p == '{')
			depth++;
		if ((*p == ',' && !depth) || (*p == ')' && !depth)) {
			if (index-- == 0) {
				trim(&start, &p);
				snprintf(text, size, "%.*s", (int)(p - start), start);
				return p > start;
			}
			if (*p == ')')
				return false;
			start = p + 1;
		}
		if (*p == ')' || *p == ']' || *p == '}')
			depth--;
	}
	return false;
}

static const char *line_of(const struct source_place *place, size_t *line_len, const char **end)
{
	size_t len;
	const char *all = place->file ? call_place_text(place->file, &len) : NULL;
	struct source source = { all, all ? len : 0 };
	const char *line = all ? source_line(&source, place->line, line_len) : NULL;

	if (line) /* a call's arguments may continue over some lines */
		*end = all + len < line + *line_len + 400 ? all + len : line + *line_len + 400;
	return line;
}

bool call_place_argument(const struct source_place *place, const char *name, unsigned index, char *text, size_t size)
{
	size_t line_len;
	const char *end, *line = line_of(place, &line_len, &end), *p, *start;

	if (!line)
		return false;
	p = arguments_of(line, line + line_len, name);
	/* The call may be the argument of a macro that begins in this line. */
	if (!p && (start = memchr(line, ';', (size_t)(end - line)))) {
		line_len = (size_t)(start - line);
		p = arguments_of(line, line + line_len, name);
	}
	if (p && p < line + line_len && arguments_of(p, line + line_len, name))
		return false;
	return argument_at(p, end, index, text, size);
}

bool call_place_nth(const struct source_place *place, const char *name, unsigned nth, unsigned n, unsigned index, char *text,
		    size_t size)
{
	size_t line_len;
	const char *end, *line = line_of(place, &line_len, &end), *found = NULL;
	unsigned k = 0;

	for (const char *p = line; p && (p = arguments_of(p, line + line_len, name)); k++)
		found = k == nth ? p : found;
	return found && k == n && argument_at(found, end, index, text, size);
}

bool call_place_has(const struct source_place *place, const char *text)
{
	size_t line_len;
	const char *end, *line = line_of(place, &line_len, &end);

	return line && memmem(line, line_len, text, strlen(text));
}

struct source_variable call_place_variable(const struct source_place *place, const char *name)
{
	size_t len;
	const char *text = place->file ? call_place_text(place->file, &len) : NULL;

	return text ? source_variable_at(text, len, place->line, name) : (struct source_variable){ .kind = SOURCE_UNKNOWN };
}

const char *call_place_written(const struct source_place *place, const char *name)
{
	size_t line_len;
	const char *end, *line = strcmp(name, "cudaHostAlloc") ? NULL : line_of(place, &line_len, &end);

	if (line && !arguments_of(line, end, name) && arguments_of(line, end, "cudaMallocHost"))
		return "cudaMallocHost";
	return name;
}

bool call_place_is_exit(void)
{
	bool in_program = false, called = false;
#ifdef __GLIBC__
	void *at[64];
	int n = backtrace(at, 64);
	Dl_info libc, info;

	for (int i = 0; dladdr((void *)(uintptr_t)&on_exit, &libc) && i < n && !called; i++) {
		bool is_libc = dladdr(at[i], &info) && info.dli_fbase == libc.dli_fbase, after_own = i > 1;

		called = in_program && is_libc;
		in_program |= after_own && !is_libc;
	}
#endif
	return called;
}
