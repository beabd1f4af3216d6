/* growth.c - see growth.h. */
#include "config.h"

#include "toolchain/growth.h"

#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/text.h"
#include "source/learner_source.h"
#include "toolchain/files_read.h"
#include "toolchain/program/program_command.h"
#include "toolchain/trouble.h"

#define CPU_SECONDS 6                    /* all headers of Thrust and CUB: 1 s */
#define GAIN_MOST   ((uint64_t)2 << 20)  /* beyond what is written: a compiler takes 5 s for as many statements */
#define LINE_SECONDS 60.0                /* to find a line in, at most */
#define MIB         ((uint64_t)1 << 20)
#define ALL_MOST    ((uint64_t)64 << 20) /* all headers of Thrust and CUB: 12 MiB */

static bool is_one_of(const char *word, const char *const *list)
{
	while (*list && strcmp(word, *list))
		list++;
	return *list != NULL;
}

/* The compile's command, which only preprocesses. NULL: no memory. */
static const char *const *command_make(const struct growth *g, bool for_host, const char *out, const char *rule,
				       struct arena *arena)
{
	static const char *const phases[] = { "-S", "-c", "-ptx", "-cubin", "-fatbin", "-keep", "-MD", NULL },
		*const pairs[] = { "-o", "-MF", NULL };
	const char *const *compile = g->run->argv;
	struct word_list w = { NULL, 0, 0 };

	words_add(&w, arena, *compile);
	words_add(&w, arena, "-E");
	if (for_host) { /* nvcc preprocesses for the device only */
		words_add(&w, arena, "-Xcompiler");
		words_add(&w, arena, "-U__CUDA_ARCH__");
	}
	words_add(&w, arena, "-o");
	words_add(&w, arena, out);
	for (compile++; *compile; compile++)
		if (is_one_of(*compile, pairs) && compile[1])
			compile++;
		else if (!is_one_of(*compile, phases))
			words_add(&w, arena, *compile);
	if (g->compiler->kind == COMPILER_NVCC) { /* the last such option counts */
		for (int i = 0; i < 2; i++) {
			words_add(&w, arena, "-Xcompiler");
			words_add(&w, arena, i ? arena_printf(arena, "-MF,%s", rule) : "-MD");
		}
	} else {
		words_add(&w, arena, "-MD");
		words_add(&w, arena, "-MF");
		words_add(&w, arena, rule);
	}
	return words_end(w, arena).list;
}

static uint64_t size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (uint64_t)st.st_size : 0;
}

/* The sizes of the files that the preprocessor read, each once: what they would become without macros, comments included. */
static uint64_t text_written(const struct growth *g, const char *rule, struct arena *arena)
{
	struct word_list files = { NULL, 0, 0 };
	char path[PATH_MAX];
	uint64_t all = 0;

	if (files_read_list(rule, arena, &files) || !files.n)
		return UINT64_MAX / 2; /* unknown */
	for (size_t i = 0; i < files.n; i++) {
		const char *name = files.list[i];

		if (*name != '/' && g->run->cwd && path_join(path, sizeof path, g->run->cwd, name))
			name = path;
		all += text_ends(name, ".pch") ? 0 : size_of(name);
	}
	return all;
}

/* Did it end for that reason, in its own words or nvcc's? */
static bool says(const struct proc_result *result, enum trouble trouble)
{
	return (result->end != PROC_EXITED || result->code) &&
	       (trouble_is_said(trouble, buf_text(&result->err)) || trouble_is_said(trouble, buf_text(&result->out)));
}

/* Did it stop at the limit of a file's size? A compiler may remove what it wrote. */
static bool is_too_long(const struct proc_result *result)
{
	return (result->end == PROC_SIGNALLED && result->code == SIGXFSZ) || says(result, TROUBLE_SIZE);
}

/* Did it fill its memory? Where a limit of the shell leaves it less, it did not. */
static bool is_full(const struct proc_job *run, const struct proc_result *result)
{
	return (result->out_of_memory && result->filled_memory) ||
	       (says(result, TROUBLE_MEMORY) && result->memory_peak > run->limits.memory_bytes / 4);
}

/* *text: the size of the preprocessed text, if that is more. */
static bool is_endless(const struct growth *g, bool for_host, uint64_t *text)
{
	struct arena arena = { .chunks = NULL };
	const char *out = arena_printf(&arena, "%s/growth.ii", g->folder);
	const char *rule = arena_printf(&arena, "%s/growth.d", g->folder);
	const char *const *argv = out && rule ? command_make(g, for_host, out, rule, &arena) : NULL;
	struct proc_job run = *g->run;
	struct proc_result result;
	bool endless = false;

	run.argv = argv;
	run.doubt = NULL;
	run.limits.cpu_seconds = CPU_SECONDS;
	run.limits.file_bytes = ALL_MOST;
	if (argv && proc_run(&run, &result, NULL) == 0) {
		endless = result.end != PROC_INTERRUPTED &&
			  (result.cpu_seconds >= CPU_SECONDS - 0.5 || result.end == PROC_FLOOD || is_too_long(&result) ||
			   is_full(&run, &result) || size_of(out) >= ALL_MOST ||
			   (result.end == PROC_EXITED && !result.code && size_of(out) > text_written(g, rule, &arena) +
			    GAIN_MOST));
		*text = size_of(out) > *text ? size_of(out) : *text;
		proc_result_release(&result);
	}
	if (out)
		unlink(out);
	if (rule)
		unlink(rule);
	arena_release(&arena);
	return endless;
}

unsigned growth_limit(const struct growth *g)
{
	return g->cpu_seconds ? g->cpu_seconds : g->run->limits.cpu_seconds;
}

unsigned growth_seconds(void *growth)
{
	struct growth *g = growth;
	bool has_host = g->compiler->kind == COMPILER_NVCC;
	uint64_t text = 0, seconds;

	g->asked = true;
	for (size_t i = 0; g->run->argv[i]; i++)
		has_host = has_host && !is_one_of(g->run->argv[i], (const char *const[]){ "-ptx", "-cubin", NULL });
	if (is_endless(g, false, &text) || (has_host && is_endless(g, true, &text)))
		return 0;
	seconds = GROWTH_SECONDS + GROWTH_SECONDS_MIB * (text / MIB);
	if (g->is_bounded && text && seconds < g->run->limits.cpu_seconds)
		g->cpu_seconds = (unsigned)seconds;
	return growth_limit(g);
}

void growth_settle(struct growth *g, struct proc_result *result)
{
	if (!g->asked && says(result, TROUBLE_MEMORY) && growth_seconds(g) == 0)
		result->end = PROC_DOUBTED;
}

/* ---- the line ------------------------------------------------------------------------ */

/* Beginnings of a file, from the shortest on, of which the last takes too long. */
struct search {
	const struct growth *g;
	const char *source, *input;
	const struct source_end *ends;
	const char *cut;            /* a file for a beginning */
	const char *const *argv;    /* the compile of that */
	double seconds, left;       /* that one may take, and that all may */
};

static bool is_too_much(const struct proc_result *result, double cpu_seconds)
{
	return result->end == PROC_DOUBTED || result->end == PROC_FLOOD || result->cpu_seconds >= cpu_seconds - 0.5 ||
	       (result->end == PROC_SIGNALLED && result->code == SIGXCPU) || is_too_long(result) ||
	       says(result, TROUBLE_TIME) || says(result, TROUBLE_MEMORY);
}

static bool beginning_is_too_much(struct search *s, const struct source_end *end)
{
	struct proc_job run = *s->g->run;
	struct proc_result result;
	struct buf text = BUF_INIT;
	bool found = false;

	source_cut(s->source, end, &text);
	run.argv = s->argv;
	run.doubt = NULL;
	run.limits.cpu_seconds = (unsigned)s->seconds;
	unlink(s->cut);
	if (!text.failed && file_write_scratch(s->cut, text.data, text.len, NULL) == 0 && proc_run(&run, &result, NULL) == 0) {
		found = is_too_much(&result, s->seconds);
		s->left = result.end == PROC_INTERRUPTED ? 0 : s->left - result.cpu_seconds;
		proc_result_release(&result);
	}
	buf_release(&text);
	return found;
}

/*
 * The first end in ends[from..to) that is too much, where the last is. Those within braces are left out unless `deep`: first the
 * declaration is found, then the statement.
 */
static size_t search_first(struct search *s, size_t from, size_t to, bool deep)
{
	while (from + 1 < to && s->left > 0) {
		size_t middle = from + (to - from) / 2 - 1;

		while (!deep && middle > from && s->ends[middle].depth)
			middle--;
		while (!deep && middle < to - 1 && s->ends[middle].depth)
			middle++;
		if (middle >= to - 1)
			break;
		if (beginning_is_too_much(s, &s->ends[middle]))
			to = middle + 1;
		else
			from = middle + 1;
	}
	return to - 1;
}

static bool search_begin(struct search *s, const char *quoted, struct arena *arena)
{
	struct word_list w = { NULL, 0, 0 };

	s->cut = arena_printf(arena, "%s/growth.cu", s->g->folder);
	if (!s->cut)
		return false;
	for (const char *const *word = s->g->run->argv; *word; word++)
		words_add(&w, arena, strcmp(*word, s->input) ? *word : s->cut);
	if (quoted) {
		words_add(&w, arena, "-I");
		words_add(&w, arena, quoted);
	}
	s->argv = words_end(w, arena).list;
	return s->argv;
}

int growth_line(const struct growth *g, const struct proc_result *result, const char *input, const char *source, size_t len,
		const char *quoted)
{
	double limit = growth_limit(g);
	double most = result->end == PROC_DOUBTED ? GROWTH_SECONDS : limit < LINE_SECONDS ? limit : LINE_SECONDS;
	struct search s = { .g = g, .source = source, .input = input, .seconds = most / 5, .left = most };
	struct arena arena = { .chunks = NULL };
	struct source_end *ends = NULL;
	size_t n, first;
	int line = 0;

	if (result->end == PROC_INTERRUPTED || !is_too_much(result, limit - 0.5))
		return 0;
	n = source_ends(source, len, &arena, &ends);
	s.ends = ends;
	if (n && search_begin(&s, quoted, &arena)) {
		size_t last = search_first(&s, 0, n, false);

		for (first = last; first && ends[first - 1].depth; first--)
			;
		line = ends[search_first(&s, first, last + 1, true)].line;
		unlink(s.cut);
	}
	arena_release(&arena);
	return line;
}
