/* debugger_show.c - a debugger's position and data, as text and as JSON. */
#include "config.h"

#include "debug/debugger_move.h"
#include "debug/debugger_show.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"

#include <inttypes.h>
#include <string.h>

#include "base/language.h"

#define ELEMENTS_MOST 16        /* of an array in a list */

static const char *const reasons[] = {
	[STOP_BEGIN] = "begin", [STOP_STEP] = "step", [STOP_BREAK] = "breakpoint", [STOP_WATCH] = "watchpoint",
	[STOP_FINDING] = "finding", [STOP_BARRIER] = "barrier", [STOP_DIFFERENCE] = "difference",
	[STOP_THREAD_END] = "thread-end", [STOP_BLOCK_END] = "block-end", [STOP_END] = "end", [STOP_CHOSEN] = "chosen",
};
static const char *const states[] = {
	[SIMT_THREAD_READY] = N_("ready"), [SIMT_THREAD_AT_BARRIER] = N_("at a barrier"),
	[SIMT_THREAD_AT_WARP_SYNC] = N_("at a warp operation"), [SIMT_THREAD_ENDED] = N_("ended"),
};

/* ---- the stop ------------------------------------------------------------------------------ */

static const char *function_name(const struct ptx_function *f, struct buf *name)
{
	buf_clear(name);
	if (ptx_demangle_name(f->name, name)) {
		buf_clear(name);
		buf_puts(name, f->name);
	}
	return buf_text(name);
}

/* The source function of the instruction, also if the compiler inlined it. */
static const char *function_of(struct debugger *d, const struct simt_step *s, struct buf *name)
{
	struct ptx_frame frames[PTX_FRAMES];

	if (ptx_instr_frames(d->of.module, s->instr, frames) > 0) {
		buf_clear(name);
		if (!ptx_demangle_name(frames[0].function, name))
			return buf_text(name);
	}
	return function_name(s->function, name);
}

struct dim3u thread_of(const struct debugger *d, uint32_t warp, unsigned lane)
{
	const struct dim3u n = d->of.job.cases[0].block;
	uint32_t t = warp * LANES + lane;

	return (struct dim3u){ t % n.x, t / n.x % n.y, t / n.x / n.y };
}

void debugger_stop(struct debugger *d, struct debugger_stop *stop)
{
	enum simt_thread state = SIMT_THREAD_ENDED;
	struct simt_step s;

	*stop = (struct debugger_stop){ .reason = d->reason, .step = debug_now(d->debug), .steps = d->steps,
					.at_end = !debug_at(d->debug) };
	if (stop->at_end)
		return;
	stop->block = d->block;
	stop->warp = d->warp;
	stop->lane = d->lane;
	stop->thread = thread_of(d, d->warp, d->lane);
	stop->kernel = d->kernel;
	stop->is_there = focus_step(d, &s, &state);
	stop->state = stop->is_there ? states[state] : N_("its block does not run");
	if (!stop->is_there || state == SIMT_THREAD_ENDED || !s.instr)
		return;
	buf_clear(&d->said[0]);
	ptx_print_instr(d->of.module, s.function, s.instr, &d->said[0]);
	parameter_name(d, &d->said[0]);
	stop->ptx = buf_text(&d->said[0]);
	stop->function = function_of(d, &s, &d->said[1]);
	stop->line = line_of(d, s.instr);
	stop->active = s.active;
}

bool line_put(const struct debugger *d, int line, char mark, struct buf *out)
{
	size_t len;
	const char *text = source_line(&d->source, line, &len);
	bool breaks = false;

	for (size_t k = 0; k < d->nbreaks; k++)
		breaks = breaks || d->breaks[k].line == line;
	if (!text)
		return false;
	if (mark)
		buf_printf(out, "%c%c%4d  ", mark, breaks ? 'b' : ' ', line);
	for (; len && (text[len - 1] == '\r' || text[len - 1] == ' '); len--)
		;
	for (int col = 0; len; text++, len--) {
		if (*text == '\t') {
			do
				buf_putc(out, ' ');
			while (++col % 4);
			continue;
		}
		buf_putc(out, *text);
		col++;
	}
	buf_putc(out, '\n');
	return breaks;
}

void text_clean(struct buf *out, size_t from)
{
	struct buf safe = BUF_INIT;
	const char *at = out->data + from, *end = out->data + out->len;

	/* Line by line, to keep the newlines. */
	while (at && at < end) {
		const char *nl = memchr(at, '\n', (size_t)(end - at));
		size_t len = nl ? (size_t)(nl - at) : (size_t)(end - at);

		text_sanitise(at, len, &safe);
		if (nl)
			buf_putc(&safe, '\n');
		at += len + (nl != NULL);
	}
	out->len = from;
	buf_append(out, safe.data ? safe.data : "", safe.len);
	buf_release(&safe);
}

bool spot_put(struct debugger *d, const struct debugger_stop *stop, struct buf *out)
{
	const struct debugger_stop s = *stop;

	if (s.at_end) {
		buf_printf(out, _("the launch has ended after %" PRIu64 " steps"), s.step);
		if (debug_result(d->debug)->end == SIMT_FAULT)
			buf_puts(out, _(", with a fault"));
		if (debug_result(d->debug)->end == SIMT_HANG)
			buf_puts(out, _(", without coming to its end"));
		buf_puts(out, "\n");
		return false;
	}
	thread_put(d, s.block, s.warp, s.lane, out);
	buf_printf(out, _(", warp %u lane %u"), s.warp, s.lane);
	if (s.ptx)
		buf_printf(out, tr_n(", with %d lane", ", with %d lanes", (uint64_t)__builtin_popcount(s.active)),
			   __builtin_popcount(s.active));
	if (!s.is_there || strcmp(s.state, "ready"))
		buf_printf(out, ": %s", _(s.state));
	buf_puts(out, "\n");
	return true;
}

/* The position in one line; false: the launch has ended. */
static bool place_put(struct debugger *d, const struct debugger_stop *stop, struct buf *out)
{
	if (!stop->at_end)
		buf_printf(out, _("step %" PRIu64 " of %" PRIu64 ", "), stop->step, stop->steps);
	return spot_put(d, stop, out);
}

void debugger_show(struct debugger *d, int around, struct buf *out)
{
	struct debugger_stop s;
	size_t from = out->len;

	debugger_stop(d, &s);
	if (!place_put(d, &s, out) || !s.ptx)
		return;
	if (s.function && strcmp(s.function, d->kernel))
		buf_printf(out, _("in %s()\n"), s.function);
	for (int line = s.line - around; s.line && line <= s.line + around; line++)
		if (line > 0)
			line_put(d, line, line == s.line ? '>' : ' ', out);
	d->listed = s.line + around;
	buf_printf(out, "   ptx  %s\n", s.ptx);
	text_clean(out, from);
}

static json_t *dim_json(struct dim3u v)
{
	return json_pack("[i, i, i]", (int)v.x, (int)v.y, (int)v.z);
}

json_t *debugger_stop_json(struct debugger *d)
{
	struct debugger_stop s;
	char active[16];
	json_t *j;
	const char *text;
	size_t len = 0;
	struct buf source = BUF_INIT;

	debugger_stop(d, &s);
	j = json_pack("{s: I, s: I, s: s, s: b}", "step", (json_int_t)s.step, "steps", (json_int_t)s.steps, "reason",
		      reasons[s.reason], "at_end", s.at_end);
	if (!j || s.at_end)
		return j;
	snprintf(active, sizeof active, "%08x", s.active);
	text = s.line ? source_line(&d->source, s.line, &len) : NULL;
	while (len && (*text == ' ' || *text == '\t'))
		text++, len--;
	if (len)
		text_sanitise(text, len, &source);
	json_object_set_new(j, "file", json_string(d->own));
	json_object_set_new(j, "line", s.line ? json_integer(s.line) : json_null());
	json_object_set_new(j, "source", s.line ? json_string(buf_text(&source)) : json_null());
	json_object_set_new(j, "ptx", s.ptx ? json_string(s.ptx) : json_null());
	json_object_set_new(j, "kernel", json_string(s.kernel));
	json_object_set_new(j, "function", s.function ? json_string(s.function) : json_null());
	json_object_set_new(j, "block", dim_json(s.block));
	json_object_set_new(j, "thread", dim_json(s.thread));
	json_object_set_new(j, "warp", json_integer(s.warp));
	json_object_set_new(j, "lane", json_integer(s.lane));
	json_object_set_new(j, "active", json_string(active));
	json_object_set_new(j, "state", json_string(s.state));
	buf_release(&source);
	return j;
}

/* ---- sentences --------------------------------------------------------------------------- */

void finding_put(struct debugger *d, const struct finding *f, struct buf *out)
{
	size_t from = out->len;

	buf_printf(out, "%s: ", _(finding_level_name(f->level)));
	if (f->place.line)
		buf_printf(out, _("line %d: "), f->place.line);
	buf_printf(out, "%s\n", retold(f->message));
	if (f->advice && !(d->exercise && d->exercise->hunt))
		buf_printf(out, "    %s\n", retold(f->advice));
	text_clean(out, from);
}

void write_put(struct debugger *d, const struct write *w, struct buf *out)
{
	int line = line_of(d, w->instr);

	buf_puts(out, _("written by "));
	thread_put(d, w->block, w->warp, w->lane, out);
	if (line)
		buf_printf(out, _(" in line %d"), line);
	buf_printf(out, _(", step %" PRIu64 "\n"), w->step);
}

#define LOOK_STEPS 1000000 /* in a longer launch it would take too long to ask who writes what */

/* The number of wrong elements; if no thread writes them, as in a stub, there is nothing to go to. */
static void wrong_count_put(struct debugger *d, bool commands, struct buf *out)
{
	struct named_array a = { .name = "" };
	struct error ignored;

	buf_printf(out, tr_n("%zu element is wrong", "%zu elements are wrong", d->nwrong), d->nwrong);
	if (d->steps > LOOK_STEPS || wrong_sort(d, &ignored) || d->wrong[0].step != NO_STEP) {
		buf_puts(out, commands ? _("; `diff` goes to where the first gets its value\n") : "\n");
		return;
	}
	for (size_t k = 0; array_at(d, k, &a) && a.arg != d->wrong[0].arg; k++)
		;
	buf_printf(out, d->nwrong == 1 ? _(": no thread writes it. Write the line that stores into %s; then there is "
		     "something to "
					   "step through\n")
				       : _(": no thread writes them. Write the line that stores into %s; then there is something "
					   "to step through\n"), a.name);
}

void debugger_greet(struct debugger *d, bool commands, struct buf *out)
{
	const struct job_case *c = &d->of.job.cases[0];
	size_t from = out->len;

	buf_printf(out, _("%s, %s: kernel %s, grid (%u,%u,%u), blocks of (%u,%u,%u), %" PRIu64 " steps\n"), d->own,
		   retold(d->title),
		   d->kernel, c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y, c->block.z, d->steps);
	for (size_t k = 0; k < d->survey.nfindings; k++)
		finding_put(d, &d->survey.findings[k], out);
	if (d->survey.nfindings && commands)
		buf_puts(out, _("`finding` goes there\n"));
	if (d->nwrong)
		wrong_count_put(d, commands, out);
	if (!d->survey.nfindings && !d->nwrong)
		buf_puts(out, d->is_compared ? _("all elements are right in this case\n") : "");
	if (d->note)
		buf_printf(out, "%s\n", retold(d->note));
	buf_puts(out, commands ? _("`help` lists the commands\n") : "");
	text_clean(out, from);
}

/* ---- info ------------------------------------------------------------------------------------ */

static void shape_put(const struct named_array *a, struct buf *out)
{
	buf_puts(out, a->name);
	for (size_t k = 0; k < 3 && (k == 0 || a->shape[k]); k++)
		buf_printf(out, "[%" PRIu64 "]", a->shape[k]);
}

/* "out[257]  float  unwritten 3, 4.5, ..." */
static int array_put(struct debugger *d, const struct named_array *a, struct buf *out, struct error *err)
{
	struct element e = { .array = *a };
	uint64_t count = a->elem ? a->bytes / a->elem : 0;

	shape_put(a, out);
	buf_printf(out, "  %s%s", a->is_shared ? _("shared ") : "", a->typed ? value_type_name(a->type) : _("words"));
	if (!a->is_shared && !d->launch) {
		static const char *const roles[] = { [JOB_IN] = N_(", read only"), [JOB_OUT] = N_(", output"),
						     [JOB_INOUT] = N_(", in and out") };

		buf_puts(out, _(roles[d->of.job.cases[0].args[a->arg].role]));
	}
	buf_puts(out, "\n   ");
	for (e.index = 0; e.index < count && e.index < ELEMENTS_MOST; e.index++) {
		bool raced;
		uint64_t step;

		buf_puts(out, " ");
		if (is_raced(d, &e, &raced, &step, err) || element_value_put(d, &e, out, err))
			return -1;
		buf_puts(out, raced ? "!" : "");
	}
	buf_puts(out, count > ELEMENTS_MOST ? " ...\n" : "\n");
	return 0;
}

static int arrays_put(struct debugger *d, bool shared_only, struct buf *out, struct error *err)
{
	const struct simt_step *at = debug_at(d->debug);
	struct named_array a;
	bool any = false;

	for (size_t k = 0; array_at(d, k, &a); k++) {
		if (shared_only && !a.is_shared)
			continue;
		any = true;
		if (a.is_shared && (!at || !same_block(at->block, d->block))) {
			shape_put(&a, out);
			buf_puts(out, _("  shared, of a block that does not run at this step\n"));
		} else if (array_put(d, &a, out, err)) {
			return -1;
		}
	}
	if (!any)
		buf_puts(out, shared_only ? _("the kernel has no shared memory\n") : _("the kernel has no arrays\n"));
	return 0;
}

#define FIRST_ELEMENTS 4

static bool any_written(struct debugger *d, const struct element *first, uint64_t count)
{
	const uint64_t n = first->array.elem ? first->array.bytes / first->array.elem : 0;
	struct error ignored;
	bool written = false;

	for (struct element e = *first; !written && e.index < n && e.index < first->index + count; e.index++)
		if (is_written(d, &e, &written, &ignored))
			return true;
	return written;
}

/* "{1.5, 2, ...}, 257 elements"; for a later element "&x[64], {0.5, ...}" */
void elements_put(struct debugger *d, const struct element *first, struct buf *out)
{
	const uint64_t n = first->array.elem ? first->array.bytes / first->array.elem : 0;
	uint64_t most = first->index + FIRST_ELEMENTS;
	struct element e = *first;
	struct error ignored;

	if (e.index) {
		buf_puts(out, "&");
		element_put(&e, out);
		buf_puts(out, ", ");
	}
	buf_puts(out, "{");
	if (!any_written(d, &e, FIRST_ELEMENTS))
		most = e.index + 1; /* one says it for all */
	for (; e.index < n && e.index < most; e.index++) {
		buf_puts(out, e.index > first->index ? ", " : "");
		if (element_value_put(d, &e, out, &ignored))
			buf_puts(out, "?");
	}
	buf_puts(out, e.index < n ? ", ...}" : "}");
	if (!first->index)
		buf_printf(out, tr_n(", %" PRIu64 " element", ", %" PRIu64 " elements", n), n);
	buf_puts(out, "\n");
}

/* For a flat array it adds the element with the thread's number in the grid, if it is not among them. */
static void argument_put(struct debugger *d, const char *label, struct buf *out)
{
	const struct job_case *c = &d->of.job.cases[0];
	uint64_t own = (uint64_t)d->block.x * c->block.x + thread_of(d, d->warp, d->lane).x, n;
	struct element e = { .index = 0 };
	struct error ignored;

	if (!array_named(d, label, strlen(label), &e.array))
		return;
	n = e.array.elem ? e.array.bytes / e.array.elem : 0;
	buf_printf(out, "%s = ", label);
	elements_put(d, &e, out);
	if (own < FIRST_ELEMENTS || own >= n || e.array.shape[1] || c->grid.y > 1 || c->block.y > 1)
		return;
	e.index = own;
	buf_printf(out, "%s[%" PRIu64 "] = ", label, own);
	if (element_value_put(d, &e, out, &ignored))
		buf_puts(out, "?");
	buf_putc(out, '\n');
}

/* What the kernel was given, but for what a variable in scope names. s: NULL without variables. */
static void arguments_put(struct debugger *d, const struct simt_step *s, struct buf *out)
{
	const struct job_case *c = &d->of.job.cases[0];
	struct value v;

	for (size_t k = 0; k < c->nargs; k++) {
		const char *label = c->args[k].label;

		if (s && variable_named(d, s, label, strlen(label)))
			continue;
		if (c->args[k].kind == JOB_BUFFER)
			argument_put(d, label, out);
		else if (!value_of(d, NULL, 0, label, NULL, &v, NULL) && v.is_real)
			buf_printf(out, "%s = %.9g\n", label, v.r);
		else
			buf_printf(out, "%s = %" PRId64 "\n", label, v.i);
	}
}

/* Python's arrays are no variables to a debugger, but what the kernel was given; a function that it calls has its own. */
static void names_put(struct debugger *d, const struct simt_step *s, struct buf *out)
{
	struct buf name = BUF_INIT;
	const char *function;

	variables_put(d, s, out);
	if (!d->exercise || !d->exercise->python)
		return;
	function = function_name(s->function, &name);
	if (s->function->is_entry || !strcmp(function, d->exercise->kernel) || !strcmp(function, "__ufunc__"))
		arguments_put(d, s, out);
	buf_release(&name);
}

static void scalars_put(struct debugger *d, struct buf *out)
{
	enum simt_thread state;
	struct simt_step s;
	bool there = focus_step(d, &s, &state) && state != SIMT_THREAD_ENDED;

	static const char *const names[] = { "threadIdx", "blockIdx", "blockDim", "gridDim" };
	const struct job_case *c = &d->of.job.cases[0];
	const struct dim3u values[] = { thread_of(d, d->warp, d->lane), d->block, c->block, c->grid };

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		buf_printf(out, "%s = (%u,%u,%u)\n", names[k], values[k].x, values[k].y, values[k].z);
	if (there && d->variables)
		names_put(d, &s, out);
	else
		arguments_put(d, NULL, out);
}

void locals_put(struct debugger *d, struct buf *out)
{
	enum simt_thread state;
	struct simt_step s;

	if (d->variables && focus_step(d, &s, &state) && state != SIMT_THREAD_ENDED)
		names_put(d, &s, out);
	else
		scalars_put(d, out);
}

static int no_thread(const struct debugger *d, struct error *err)
{
	(void)d;
	error_set(err, PARTY_LEARNER, "the thread does not run at this step: it has no registers");
	return error_remedy(err, "`back` goes to its last line; `block`, `warp` and `lane` choose another");
}

/* The line of the last instruction before this one in the function's text that writes the register; 0: unknown. */
static int register_line(struct debugger *d, const struct simt_step *s, int reg)
{
	int found = 0;

	for (const struct ptx_instr *i = s->function->instrs; i < s->instr; i++)
		if (i->nops && i->ops[0].kind == PTX_O_REG && i->ops[0].reg == reg && i->op != PTX_ST && line_of(d, i))
			found = line_of(d, i);
	return found;
}

static int registers_put(struct debugger *d, struct buf *out, struct error *err)
{
	enum simt_thread state;
	struct simt_step s;

	if (!focus_step(d, &s, &state) || state == SIMT_THREAD_ENDED)
		return no_thread(d, err);
	for (size_t k = 0; k < s.function->nregs; k++) {
		int line = register_line(d, &s, (int)k);

		if (!line)
			continue;
		buf_printf(out, "%-8s %-5s ", s.function->regs[k].name, ptx_type_name(s.function->regs[k].type));
		if (simt_step_is_set(&s, (int)k, d->lane))
			register_put(&s, (int)k, d->lane, out);
		else
			buf_puts(out, _("not set yet"));
		buf_printf(out, _("    line %d\n"), line);
	}
	return 0;
}

/* Prints lanes at the same position as one line: "lanes 0-3 8: line 12, ready". */
static void lanes_put(struct debugger *d, uint32_t warp, struct buf *out)
{
	const struct dim3u b = d->of.job.cases[0].block;
	uint64_t threads = (uint64_t)b.x * b.y * b.z, left = threads - (uint64_t)warp * LANES;
	uint32_t rest = left >= LANES ? UINT32_MAX : (1u << left) - 1;

	while (rest) {
		unsigned first = (unsigned)__builtin_ctz(rest);
		struct simt_step s = { 0 }, other = { 0 };
		enum simt_thread state = simt_step_thread(debug_at(d->debug), warp, first, &s);
		uint32_t same = 0;
		int line;

		for (unsigned lane = first; lane < LANES; lane++)
			if (rest >> lane & 1 && simt_step_thread(debug_at(d->debug), warp, lane, &other) == state &&
			    (state == SIMT_THREAD_ENDED || other.instr == s.instr))
				same |= 1u << lane;
		rest &= ~same;
		buf_printf(out, _("%cwarp %u lanes"), warp == d->warp && same >> d->lane & 1 ? '>' : ' ', warp);
		for (unsigned lane = 0; lane < LANES; lane++) {
			unsigned last = lane;

			if (!(same >> lane & 1))
				continue;
			while (last + 1 < LANES && same >> (last + 1) & 1)
				last++;
			buf_printf(out, last > lane ? " %u-%u" : " %u", lane, last);
			lane = last;
		}
		line = state == SIMT_THREAD_ENDED || !s.instr ? 0 : line_of(d, s.instr);
		buf_puts(out, ": ");
		if (line)
			buf_printf(out, _("line %d, "), line);
		buf_printf(out, "%s\n", _(states[state]));
	}
}

static int warps_put(struct debugger *d, bool all, struct buf *out, struct error *err)
{
	const struct dim3u b = d->of.job.cases[0].block;
	uint32_t warps = (uint32_t)(((uint64_t)b.x * b.y * b.z + LANES - 1) / LANES);
	const struct simt_step *at = debug_at(d->debug);

	if (!at || !same_block(at->block, d->block))
		return no_thread(d, err);
	for (uint32_t w = all ? 0 : d->warp; w < (all ? warps : d->warp + 1); w++)
		lanes_put(d, w, out);
	return 0;
}

static void breaks_put(struct debugger *d, struct buf *out)
{
	for (size_t k = 0; k < d->nbreaks; k++)
		buf_printf(out, _("%u  breakpoint, line %d%s%s\n"), d->breaks[k].number, d->breaks[k].line,
			   d->breaks[k].condition ? _(", where ") : "", d->breaks[k].condition ? d->breaks[k].condition : "");
	for (size_t k = 0; k < d->nwatches; k++)
		buf_printf(out, tr_n("%u  watchpoint, %s: %zu write\n", "%u  watchpoint, %s: %zu writes\n",
			   d->watches[k].writes.n),
			   d->watches[k].number, d->watches[k].text, d->watches[k].writes.n);
	if (!d->nbreaks && !d->nwatches)
		buf_puts(out, _("there are none\n"));
}

int info(struct debugger *d, const char *what, struct buf *out, struct error *err)
{
	size_t n = strlen(what);

	if (n && !strncmp("registers", what, n))
		return registers_put(d, out, err);
	if (n && !strncmp("arrays", what, n))
		return arrays_put(d, false, out, err);
	if (n && !strncmp("shared", what, n))
		return arrays_put(d, true, out, err);
	if (n > 1 && !strncmp("lanes", what, n))
		return warps_put(d, false, out, err);
	if (n && !strncmp("warps", what, n))
		return warps_put(d, true, out, err);
	if (n > 1 && (!strncmp("locals", what, n) || !strncmp("args", what, n))) {
		scalars_put(d, out);
		return 0;
	}
	if (n && (!strncmp("breakpoints", what, n) || !strcmp("watchpoints", what))) {
		breaks_put(d, out);
		return 0;
	}
	if (n && !strncmp("findings", what, n)) {
		for (size_t k = 0; k < d->survey.nfindings; k++) {
			buf_printf(out, _("step %" PRIu64 "  "), d->survey.findings[k].step);
			finding_put(d, &d->survey.findings[k], out);
		}
		if (!d->survey.nfindings)
			buf_puts(out, _("the vm finds nothing in this case\n"));
		return 0;
	}
	error_set(err, PARTY_LEARNER, "there is no `info %.40s`", what);
	error_remedy(err, "it is one of registers, locals, arrays, shared, lanes, warps, breakpoints, findings");
	return error_word(err);
}
