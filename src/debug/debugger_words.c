/* debugger_words.c - the commands of a debugger: a table of words, the same as gdb's where gdb has them. */
#include "config.h"

#include "debug/debugger_move.h"
#include "debug/debugger_show.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/text.h"
#include "words/dim.h"

#define PRINT_MOST  4096
#define PRINT_WHOLE 16     /* of an array named without an index */
#define LIST_LINES 10

struct invocation { struct debugger *d; const char *rest; struct buf *out; bool *moved, *quit; struct error *err; };

struct word {
	const char *name, *letters;  /* letters: short forms, separated by blanks */
	const char *arguments, *what;
	int (*run)(struct invocation *w);
	bool moves;
	/* Instead of run, of a word that moves: takes a repeat count, or nothing. */
	int (*repeat)(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
	int (*move)(struct debugger *d, struct buf *out, struct error *err);
	bool over;                   /* for repeat: not into functions */
};

static int wrong_usage(struct invocation *w, const char *example)
{
	error_set(w->err, PARTY_LEARNER, "'%.60s' is not what the command takes", w->rest);
	error_remedy(w->err, "for example: %s", example);
	return error_word(w->err);
}

/* A repeat count; 1 if there is none. */
static int times_read(struct invocation *w, const char *example, uint64_t *times)
{
	char *end;

	*times = 1;
	if (!*w->rest)
		return 0;
	*times = strtoull(w->rest, &end, 10);
	return !isdigit((unsigned char)*w->rest) || *end || !*times ? wrong_usage(w, example) : 0;
}

static int number_read(struct invocation *w, const char *example, uint64_t *n)
{
	char *end;

	*n = strtoull(w->rest, &end, 10);
	return !isdigit((unsigned char)*w->rest) || *end ? wrong_usage(w, example) : 0;
}

/* ---- moving forward and back: the others are rows of `words` alone ------------------------------- */

/* "20", "all 20" */
static int do_trace(struct invocation *w)
{
	const bool all = !strncmp(w->rest, "all", 3) && (!w->rest[3] || w->rest[3] == ' ');
	uint64_t n;

	if (all)
		w->rest += 3 + strspn(w->rest + 3, " ");
	return times_read(w, "trace 20 or trace all 20", &n) ? -1 : move_trace(w->d, n, all, w->out, w->err);
}

static int do_until(struct invocation *w)
{
	uint64_t n;

	return number_read(w, "until 12", &n) ? -1 : move_until(w->d, n < 1u << 30 ? (int)n : 0, w->out, w->err);
}

static int do_start(struct invocation *w)
{
	if (*w->rest)
		return wrong_usage(w, "start");
	if (move_goto(w->d, 0, w->err))
		return -1;
	w->d->reason = STOP_BEGIN;
	return 0;
}

static int do_goto(struct invocation *w)
{
	uint64_t n;

	return number_read(w, "goto 1200", &n) ? -1 : move_goto(w->d, n, w->err);
}

/* ---- choosing the focus ------------------------------------------------------------------------ */

/* "1", "1,2" or "(1,2,3)". */
static int dim_read(struct invocation *w, const char *example, struct dim3u *v)
{
	const char *at = w->rest + (*w->rest == '(');
	const size_t len = strlen(at);

	return dim3u_read(at, len && at[len - 1] == ')' ? len - 1 : len, 0, v) ? wrong_usage(w, example) : 0;
}

/* "+" means the next one, and wraps from the last to the first. */
static bool is_next(const struct invocation *w)
{
	return !strcmp(w->rest, "+");
}

static int do_block(struct invocation *w)
{
	const struct dim3u grid = w->d->of.job.cases[0].grid;
	struct dim3u v = w->d->block;

	if (is_next(w)) {
		v.x = v.x + 1 < grid.x ? v.x + 1 : 0;
		v.y = v.x ? v.y : v.y + 1 < grid.y ? v.y + 1 : 0;
		v.z = v.x || v.y ? v.z : v.z + 1 < grid.z ? v.z + 1 : 0;
		return choose_block(w->d, v, w->out, w->err);
	}
	return dim_read(w, "block 1,0", &v) ? -1 : choose_block(w->d, v, w->out, w->err);
}

static uint32_t threads_of(const struct invocation *w)
{
	const struct dim3u b = w->d->of.job.cases[0].block;

	return b.x * b.y * b.z;
}

static int do_warp(struct invocation *w)
{
	uint64_t n;

	if (is_next(w))
		return choose_thread(w->d, (w->d->warp + 1) * LANES < threads_of(w) ? w->d->warp + 1 : 0, 0, w->out, w->err);
	return number_read(w, "warp 1", &n) ? -1 : choose_thread(w->d, n < 64 ? (uint32_t)n : 64, 0, w->out, w->err);
}

static int do_lane(struct invocation *w)
{
	uint64_t n;

	if (is_next(w))
		return choose_thread(w->d, w->d->warp,
				     w->d->lane + 1 < LANES && w->d->warp * LANES + w->d->lane + 1 < threads_of(w)
				     ? w->d->lane + 1 : 0, w->out, w->err);
	return number_read(w, "lane 5", &n) ? -1 : choose_thread(w->d, w->d->warp, n < LANES ? (unsigned)n : LANES,
								 w->out, w->err);
}

static int do_thread(struct invocation *w)
{
	const struct dim3u n = w->d->of.job.cases[0].block;
	struct dim3u v;
	uint64_t t;

	if (dim_read(w, "thread 33 or thread 1,2", &v))
		return -1;
	t = ((uint64_t)v.z * n.y + v.y) * n.x + v.x;
	if (v.x >= n.x || v.y >= n.y || v.z >= n.z) {
		error_set(w->err, PARTY_LEARNER, "there is no thread (%u,%u,%u): blocks have (%u,%u,%u)", v.x, v.y, v.z, n.x,
			  n.y, n.z);
		return error_word(w->err);
	}
	return choose_thread(w->d, (uint32_t)(t / LANES), (unsigned)(t % LANES), w->out, w->err);
}

/* ---- breakpoints ------------------------------------------------------------------------------- */

/* Does the condition name a variable that has no value at this step, but may have one at the line? */
static bool names_later_variable(struct debugger *d, const struct simt_step *s, const char *text)
{
	struct value v;
	struct error ignored;

	while (d->variables && *text) {
		size_t len = 0;
		char name[64];

		while (text_is_word(text[len]))
			len++;
		if (len && len < sizeof name && !isdigit((unsigned char)*text)) {
			snprintf(name, sizeof name, "%.*s", (int)len, text);
			if (debug_variable_exists(d->variables, name, len) && value_of(d, s, d->lane, name, NULL, &v, &ignored))
				return true;
		}
		text += len ? len : 1;
	}
	return false;
}

static int do_break(struct invocation *w)
{
	static const char example[] = "break 12 if threadIdx.x == 5";
	char *end;
	unsigned long line = strtoul(w->rest, &end, 10);
	struct breakpoint *b;

	if (!isdigit((unsigned char)*w->rest) || line > 1u << 30)
		return wrong_usage(w, example);
	while (*end == ' ')
		end++;
	if (*end && strncmp(end, "if ", 3))
		return wrong_usage(w, example);
	if (*end) {
		struct simt_step s;
		enum simt_thread state;
		struct value v;
		bool there = focus_step(w->d, &s, &state) && state != SIMT_THREAD_ENDED;

		end += 3;
		/* Reports a condition that cannot be parsed now, rather than at the line. */
		if (there && !names_later_variable(w->d, &s, end) && value_of(w->d, &s, w->d->lane, end, NULL, &v, w->err))
			return -1;
	}
	if (break_add(w->d, (int)line, *end ? end : NULL, &b, w->err))
		return -1;
	buf_printf(w->out, _("breakpoint %u at line %d\n"), b->number, b->line);
	line_put(w->d, b->line, ' ', w->out);
	return 0;
}

static int do_watch(struct invocation *w)
{
	struct watchpoint *slot, watch = { .block = w->d->block };

	if (element_read(w->d, w->rest, NULL, &watch.element, w->err) || writes_find(w->d, &watch.element, &watch.writes, w->err))
		return -1;
	watch.text = arena_strdup(&w->d->arena, w->rest);
	slot = watch.text ? arena_push(&w->d->arena, &w->d->watches, &w->d->nwatches, &w->d->watches_cap, sizeof *slot) : NULL;
	if (!slot) {
		free(watch.writes.list);
		return error_nomem(w->err);
	}
	watch.number = ++w->d->numbers;
	*slot = watch;
	buf_printf(w->out, watch.writes.more ? _("watchpoint %u: %s, which the launch writes %zu or more times\n") :
		   tr_n("watchpoint %u: %s, which the launch writes %zu time\n",
			"watchpoint %u: %s, which the launch writes %zu times\n", watch.writes.n),
		   watch.number, watch.text, watch.writes.n);
	return 0;
}

static int do_delete(struct invocation *w)
{
	struct debugger *d = w->d;
	uint64_t n = 0;
	size_t kept = 0, before = d->nbreaks + d->nwatches;

	if (*w->rest && number_read(w, "delete 1", &n))
		return -1;
	for (size_t k = 0; k < d->nbreaks; k++) {
		if (n && d->breaks[k].number != n)
			d->breaks[kept++] = d->breaks[k];
		else
			free(d->breaks[k].at);
	}
	d->nbreaks = kept;
	kept = 0;
	for (size_t k = 0; k < d->nwatches; k++) {
		if (n && d->watches[k].number != n)
			d->watches[kept++] = d->watches[k];
		else
			free(d->watches[k].writes.list);
	}
	d->nwatches = kept;
	if (n && d->nbreaks + d->nwatches == before) {
		error_set(w->err, PARTY_LEARNER, "there is no breakpoint or watchpoint %" PRIu64, n);
		return error_word(w->err);
	}
	return 0;
}

/* ---- printing ----------------------------------------------------------------------------------- */

static int race_put(struct debugger *d, const struct element *e, struct buf *out, struct error *err)
{
	uint64_t step;
	bool raced;

	if (is_raced(d, e, &raced, &step, err))
		return -1;
	if (raced)
		buf_printf(out, _("  ! in a race, at step %" PRIu64), step);
	return 0;
}

static int elements_print(struct invocation *w, struct element *e, uint64_t count)
{
	uint64_t all = e->array.elem ? e->array.bytes / e->array.elem : 0;

	for (uint64_t k = 0; k < count && e->index < all && k < (count == UINT64_MAX ? PRINT_WHOLE : PRINT_MOST); k++,
	     e->index++) {
		element_put(e, w->out);
		buf_puts(w->out, " = ");
		if (element_value_put(w->d, e, w->out, w->err) || race_put(w->d, e, w->out, w->err))
			return -1;
		buf_puts(w->out, "\n");
	}
	if (count == UINT64_MAX && e->index < all)
		buf_printf(w->out, _("and %" PRIu64 " more: print %s[%" PRIu64 "]@%d\n"), all - e->index, e->array.name, e->index,
			   PRINT_WHOLE);
	return 0;
}

/* Prints the elements of an array or a part of one ("out", "out[3]", "out[3]@8"); evaluates everything else. */
static int do_print(struct invocation *w)
{
	struct simt_step s;
	enum simt_thread state;
	bool there = focus_step(w->d, &s, &state) && state != SIMT_THREAD_ENDED;
	const char *end, *word = w->rest;
	const struct debug_variable *x;
	struct buf value = BUF_INIT;
	struct element e;
	struct value v;

	if (!*w->rest)
		return wrong_usage(w, "print out[5], print out[0]@8, print threadIdx.x * 2, print %r1");
	while (text_is_word(*word))
		word++;
	x = there && !*word ? variable_named(w->d, &s, w->rest, (size_t)(word - w->rest)) : NULL;
	if (x && variable_put(w->d, &s, x, &value)) {
		buf_printf(w->out, "%s = %s\n", w->rest, buf_text(&value));
		buf_release(&value);
		return 0;
	}
	if (array_named(w->d, w->rest, (size_t)(word - w->rest), &e.array)) {
		e.index = 0;
		if (!*word)
			return elements_print(w, &e, UINT64_MAX);
		if (!element_read(w->d, w->rest, &end, &e, w->err) && (!*end || *end == '@')) {
			char *past = NULL;
			uint64_t count = *end ? strtoull(end + 1, &past, 10) : 1;

			return past && (*past || !count) ? wrong_usage(w, "print out[3]@8") : elements_print(w, &e, count);
		}
	}
	if (*w->rest == '%' && there)
		for (size_t k = 0; k < s.function->nregs; k++)
			if (!strcmp(s.function->regs[k].name, w->rest)) {
				buf_printf(w->out, "%s = ", w->rest);
				register_put(&s, (int)k, w->d->lane, w->out);
				buf_puts(w->out, "\n");
				return 0;
			}
	if (value_of(w->d, there ? &s : NULL, w->d->lane, w->rest, NULL, &v, w->err))
		return -1;
	if (v.is_real)
		buf_printf(w->out, "%s = %.9g\n", w->rest, v.r);
	else
		buf_printf(w->out, "%s = %" PRId64 "\n", w->rest, v.i);
	return 0;
}

static int do_info(struct invocation *w)
{
	return info(w->d, w->rest, w->out, w->err);
}

/* The program's last write to the element before the launch, if there was one. */
static bool before_put(struct debugger *d, const struct element *e, struct buf *out)
{
	const uint64_t at = e->array.at + e->index * e->array.elem;

	for (size_t k = 0; d->launch && !e->array.is_shared && k < d->launch->nwritten; k++) {
		const struct debugger_written *w = &d->launch->written[k];

		if (at < w->from || at >= w->to)
			continue;
		buf_puts(out, " = ");
		if (element_value_put(d, e, out, NULL))
			return false;
		buf_printf(out, _(", written before the launch by %s"), retold(w->by));
		if (w->line)
			buf_printf(out, _(" in line %d"), w->line);
		buf_puts(out, "\n");
		return true;
	}
	return false;
}

static int do_who(struct invocation *w)
{
	const uint64_t now = debug_now(w->d->debug);
	const struct write *last = NULL, *next = NULL;
	struct writes all;
	struct element e;
	bool from_host = true;

	if (element_read(w->d, w->rest, NULL, &e, w->err) || is_written(w->d, &e, &from_host, w->err) ||
	    writes_find(w->d, &e, &all, w->err))
		return -1;
	for (size_t k = 0; k < all.n; k++) {
		if (all.list[k].step < now)
			last = &all.list[k];
		else if (!next)
			next = &all.list[k];
	}
	element_put(&e, w->out);
	if (last) {
		buf_puts(w->out, " = ");
		if (element_value_put(w->d, &e, w->out, w->err) || race_put(w->d, &e, w->out, w->err)) {
			free(all.list);
			return -1;
		}
		buf_puts(w->out, ", ");
		write_put(w->d, last, w->out);
	} else if (!before_put(w->d, &e, w->out)) {
		buf_puts(w->out, !e.array.is_shared && from_host
			   ? _(": no thread has written it yet, it is what the host put there\n")
								 : _(": no thread has written it yet\n"));
	}
	if (next) {
		buf_puts(w->out, _("next it is "));
		write_put(w->d, next, w->out);
	}
	free(all.list);
	return 0;
}

static int do_list(struct invocation *w)
{
	struct debugger_stop s;
	uint64_t n;
	int from;

	debugger_stop(w->d, &s);
	from = w->d->listed + 1;
	if (*w->rest) {
		if (number_read(w, "list 12", &n))
			return -1;
		from = n < 1u << 30 && n > LIST_LINES / 2 ? (int)n - LIST_LINES / 2 : 1;
	}
	for (int line = from; line < from + LIST_LINES; line++)
		line_put(w->d, line, line == s.line ? '>' : ' ', w->out);
	w->d->listed = from + LIST_LINES - 1;
	return 0;
}

static int do_where(struct invocation *w)
{
	*w->moved = true;
	return 0;
}

static int do_help(struct invocation *w)
{
	debugger_help(w->out);
	return 0;
}

static int do_quit(struct invocation *w)
{
	*w->quit = true;
	return 0;
}

static const struct word words[] = {
	{ "step", "s", "[N]", N_("to the thread's next line, also into a function"), .repeat = move_lines },
	{ "next", "n", "[N]", N_("to its next line in this function"), .repeat = move_lines, .over = true },
	{ "stepi", "si", "[N]", N_("to its next PTX instruction"), .repeat = move_instructions },
	{ "nexti", "ni", "[N]", N_("the same in this function"), .repeat = move_instructions, .over = true },
	{ "trace", "", "[all] [N]", N_("on by N instructions, printing each with its result; all: of every thread"), do_trace,
		   true },
	{ "back", "b reverse-step rs", "[N]", N_("to where its line began, then to the line before"), .repeat = move_lines_back },
	{ "reverse-next", "rn", "[N]", N_("the same in this function"), .repeat = move_lines_back, .over = true },
	{ "backi", "bi reverse-stepi rsi", "[N]", N_("to its PTX instruction before"), .repeat = move_instructions_back },
	{ "continue", "c run r", "[N]", N_("to the next breakpoint, watchpoint, finding, or the end"), .repeat = move_continue },
	{ "reverse-continue", "rc", "", N_("to the last one before"), .move = move_continue_back },
	{ "until", "u advance", "LINE", N_("until the thread comes to the line"), do_until, true },
	{ "finish", "fin", "", N_("until the thread returns from its function"), .move = move_finish },
	{ "barrier", "", "", N_("until the thread comes to a barrier"), .move = move_barrier },
	{ "end", "", "", N_("until the thread's block has ended"), .move = move_block_end },
	{ "finding", "f", "", N_("to the next finding of the vm"), .move = move_finding },
	{ "diff", "", "", N_("to the next write of a value that is wrong at the end"), .move = move_difference },
	{ "start", "", "", N_("to the beginning of the launch"), do_start, true },
	{ "goto", "", "STEP", N_("to the step of that number, forward or back"), do_goto, true },
	{ "block", "", "X[,Y[,Z]]", N_("follow a thread of that block; block +, warp +, lane +: the next"), do_block, true },
	{ "warp", "", "N", N_("follow the first lane of that warp of the block"), do_warp, true },
	{ "lane", "", "N", N_("follow that lane of the warp"), do_lane, true },
	{ "thread", "t", "X[,Y[,Z]]", N_("follow that thread of the block"), do_thread, true },
	{ "break", "br", "LINE [if COND]", N_("stop at the line, for a thread for which COND holds"), do_break, false },
	{ "watch", "", "ARRAY[i]", N_("stop when the element has been written"), do_watch, false },
	{ "delete", "d", "[N]", N_("remove breakpoint or watchpoint N, or all"), do_delete, false },
	{ "print", "p", "EXPR", N_("a value: out[5], out[0]@8, n, threadIdx.x, %r1"), do_print, false },
	{ "who", "", "ARRAY[i]", N_("which thread wrote the element last, and when"), do_who, false },
	{ "info", "i", "WHAT", N_("registers, locals, arrays, shared, lanes, warps, breakpoints, findings"), do_info, false },
	{ "list", "l", "[LINE]", N_("lines of the source"), do_list, false },
	{ "where", "bt", "", N_("where it stands"), do_where, false },
	{ "help", "h", "", N_("this list"), do_help, false },
	{ "quit", "q exit", "", N_("leave"), do_quit, false },
};
#define WORDS (sizeof words / sizeof *words)

void debugger_help(struct buf *out)
{
	for (size_t k = 0; k < WORDS; k++) {
		char left[64];

		snprintf(left, sizeof left, "%s %s", words[k].name, words[k].arguments);
		buf_printf(out, "%-23s %-4.*s %s\n", left, (int)strcspn(words[k].letters, " "), words[k].letters,
			   _(words[k].what));
	}
	buf_puts(out, _("An empty line repeats the last command. COND and EXPR are as in C. A step is one instruction of one "
			"warp.\n"));
}

static bool is_letter_of(const struct word *w, const char *name, size_t len)
{
	for (const char *at = w->letters; *at; at += strspn(at, " ")) {
		size_t n = strcspn(at, " ");

		if (n == len && !memcmp(at, name, len))
			return true;
		at += n;
	}
	return false;
}

/* Finds a command by its name, one of its letters, or an unambiguous prefix; NULL, with *several if it is ambiguous. */
static const struct word *word_find(const char *name, size_t len, bool *several)
{
	const struct word *found = NULL;

	*several = false;
	for (size_t k = 0; k < WORDS; k++)
		if ((strlen(words[k].name) == len && !memcmp(words[k].name, name, len)) || is_letter_of(&words[k], name, len))
			return &words[k];
	for (size_t k = 0; k < WORDS; k++)
		if (!strncmp(words[k].name, name, len)) {
			*several = found != NULL;
			found = &words[k];
		}
	return *several ? NULL : found;
}

struct focus { uint64_t step; struct dim3u block; uint32_t warp; unsigned lane; enum debugger_reason reason; };

/* Restores the position after an interrupt. */
static int debugger_resume(struct debugger *d, const struct focus *was, struct error *err)
{
	d->interrupted = 0;
	if (debug_resume(d->debug, was->step, err))
		return -1;
	d->block = was->block, d->warp = was->warp, d->lane = was->lane, d->reason = was->reason;
	return 0;
}

static int word_run(const struct word *word, struct invocation *w)
{
	char example[40];
	uint64_t times;

	if (word->run)
		return word->run(w);
	if (word->move)
		return *w->rest ? wrong_usage(w, word->name) : word->move(w->d, w->out, w->err);
	snprintf(example, sizeof example, "%s 3", word->name);
	return times_read(w, example, &times) ? -1 : word->repeat(w->d, times, word->over, w->out, w->err);
}

int debugger_do(struct debugger *d, const char *command, struct buf *out, bool *moved, bool *quit, struct error *err)
{
	struct invocation w = { d, "", out, moved, quit, err };
	const struct word *word;
	char *rest, *end;
	const struct focus was = { debug_now(d->debug), d->block, d->warp, d->lane, d->reason };
	bool several;
	size_t len;
	int status;

	*moved = *quit = false;
	if (d->interrupted && debugger_resume(d, &was, err))
		return -1;
	while (isspace((unsigned char)*command))
		command++;
	len = strcspn(command, " \t\r\n");
	if (!len || *command == '#')
		return 0;
	word = word_find(command, len, &several);
	if (!word) {
		error_set(err, PARTY_LEARNER, several ? N_("'%.*s' begins several commands") : N_("there is no command '%.*s'"),
			  (int)(len < 40 ? len : 40), command);
		error_remedy(err, "`help` lists them");
		return error_word(err);
	}
	rest = arena_strdup(&d->arena, command + len);
	if (!rest)
		return error_nomem(err);
	while (isspace((unsigned char)*rest))
		rest++;
	for (end = rest + strlen(rest); end > rest && isspace((unsigned char)end[-1]); end--)
		end[-1] = '\0';
	w.rest = rest;
	status = word_run(word, &w);
	if (status && d->interrupted) {
		buf_clear(out);
		if (debugger_resume(d, &was, err))
			return -1;
		error_set(err, PARTY_LEARNER, "interrupted: it stands where it stood before `%.*s`", (int)(len < 40 ? len : 40),
			  command);
	}
	if (!status && !(word->run && !word->moves))
		*moved = true;
	return status;
}
