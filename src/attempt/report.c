/*
 * report.c - an attempt as text: the verdict, then why and where, then what to do, then the cases and how to replay
 * them.
 *
 *	01_kernels/add: out-of-bounds access
 *
 *	  12 | out[i] = x[i] + y[i];
 *	     | ^ thread (232,0,0) of block (3,0,0) writes out[1000]; out has
 *	     |   1000 elements. 24 threads do the same
 *	     |   next: is there a guard `if (i < n)`?
 *
 * Foreign text (the learner's, a compiler's, a kernel's) passes through text_sanitise, so the report is safe for any
 * terminal.
 */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "words/remark.h"
#include "base/source.h"
#include "base/text.h"
#include "attempt/attempt.h"
#include "draw/profile.h"

#define OUTPUT_LINES 20 /* of device printf shown */
#define MIN_WIDTH    40

static void put_remark(const struct attempt *a, const struct remark *r, int width, struct buf *out)
{
	const struct remark_source own = { a->path, a->source, a->source_len };

	remark_put(&own, r, width, out);
}

/* ---- sections ----------------------------------------------------------------------- */

const char *attempt_not_yours(const struct attempt *a)
{
	static const char *const why[] = {
		[PARTY_AUTHOR] = N_("the exercise's author must fix this"),
		[PARTY_MACHINE] = N_("the cause is this machine"),
		[PARTY_US] = N_("the cause is warpbook itself"),
	};

	return why[verdict_party(a->verdict)];
}

static void put_headline(const struct attempt *a, int width, struct buf *out)
{
	buf_printf(out, "%s: %s\n", a->exercise, _(attempt_headline(a)));
	if (attempt_not_yours(a))
		text_cut(out, width, "Not your fault: %s.", _(attempt_not_yours(a)));
}

bool attempt_repeated_below(const struct attempt *a)
{
	size_t len = a->message ? strlen(a->message) : 0;

	if (a->verdict == VERDICT_COMPILE_ERROR && a->ndiagnostics)
		return true;
	for (size_t i = 0; i < a->nfindings; i++) {
		size_t tail = strlen(a->findings[i].message);

		if (len >= tail && !strcmp(a->message + len - tail, a->findings[i].message))
			return true;
	}
	return false;
}

static void put_message(const struct attempt *a, int width, struct buf *out)
{
	struct remark fault = { .text = a->message, .advice = a->advice, .file = a->fault.file, .line = a->fault.line };

	if (!a->message || !a->message[0] || attempt_repeated_below(a))
		return;
	buf_putc(out, '\n');
	if (a->fault.file[0] && a->fault.line > 0) {
		put_remark(a, &fault, width, out);
		return;
	}
	text_wrap(out, retold(a->message), width, 0, "");
	if (a->advice)
		text_label(out, "next: ", retold(a->advice), width);
}

const struct diagnostic *attempt_diagnostic(const struct attempt *a, size_t index)
{
	for (size_t i = 0; i < a->ndiagnostics; i++)
		if ((a->diagnostics[i].level == DIAGNOSTIC_WARNING) == (a->verdict != VERDICT_COMPILE_ERROR) && !index--)
			return &a->diagnostics[i];
	return NULL;
}

static void put_diagnostics(const struct attempt *a, int width, struct buf *out)
{
	const struct diagnostic *d;

	for (size_t i = 0; (d = attempt_diagnostic(a, i)); i++) {
		buf_putc(out, '\n');
		put_remark(a, &(struct remark){ .text = d->text, .advice = d->hint, .file = d->file, .line = d->line,
						.column = d->column },
			   width, out);
	}
}

static void put_findings(const struct attempt *a, int width, struct buf *out)
{
	const struct remark_source own = { a->path, a->source, a->source_len };

	remark_findings(&own, a->findings, a->nfindings, width, out);
}

/* Do all cases that went wrong have the attempt's verdict? Then the headline says it. */
static bool says_headline(const struct attempt *a)
{
	for (size_t i = 0; i < a->ncases; i++)
		if (a->cases[i].ran && a->cases[i].verdict != VERDICT_PASSED && a->cases[i].verdict != a->verdict)
			return false;
	return true;
}

void attempt_case_remark(const struct attempt *a, const struct attempt_case *c, struct buf *out)
{
	if (c->verdict != VERDICT_WRONG_ANSWER)
		buf_puts(out, says_headline(a) ? "" : _(verdict_headline(c->verdict)));
	else if (c->elements < 2)
		buf_printf(out, _("%s is wrong"), c->first);
	else if (c->wrong == c->elements)
		buf_printf(out, _("all %" PRIu64 " elements wrong"), c->elements);
	else
		buf_printf(out, _("%" PRIu64 " of %" PRIu64 " wrong, first %s"), c->wrong, c->elements, c->first);
}

const char *attempt_case_purpose(const struct attempt *a, const struct attempt_case *c)
{
	if (c == &a->cases[a->ncases - 1])
		for (size_t i = 0; i + 1 < a->ncases; i++)
			if (!strcmp(a->cases[i].name, c->name))
				return N_(", for speed");
	return "";
}

/* "  FAILED  n = 257   1 of 257 wrong, first out[256]" */
static void put_failed_case(const struct attempt *a, const struct attempt_case *c, int name_columns, int width,
			    struct buf *out)
{
	struct buf remark = BUF_INIT;
	int pad = name_columns > text_width(c->name) ? name_columns - text_width(c->name) : 0;

	attempt_case_remark(a, c, &remark);
	if (remark.len)
		text_cut(out, width, "  FAILED  %s%*s  %s", c->name, pad, "", buf_text(&remark));
	else
		text_cut(out, width, "  FAILED  %s%s", c->name, _(attempt_case_purpose(a, c)));
	buf_release(&remark);
}

static void put_cases(const struct attempt *a, int width, struct buf *out)
{
	int widest = 0, left_out = 0;

	for (size_t i = 0; i < a->ncases; i++) {
		int w = text_width(a->cases[i].name);

		widest = w > widest && w <= width / 2 ? w : widest;
	}
	if (!a->nran)
		return;
	buf_puts(out, _("\ncases\n"));
	for (size_t i = 0; i < a->ncases; i++) {
		const struct attempt_case *c = &a->cases[i];

		if (!c->ran)
			left_out++;
		else if (c->verdict == VERDICT_PASSED)
			text_cut(out, width, "  ok      %s%s", c->name, _(attempt_case_purpose(a, c)));
		else
			put_failed_case(a, c, widest, width, out);
	}
	if (left_out)
		buf_printf(out, _("  -       %d more, not run\n"), left_out);
}

void attempt_measured_text(const struct measurement *m, struct buf *out)
{
	const struct perf_limit *l = m->limit;
	const struct metric *metric = l->metric;
	char value[32], bound[32], reference[32];

	if (!m->counted) {
		buf_printf(out, _("%s: not counted here"), _(metric->noun));
		return;
	}
	metric_value_text(metric, m->value, value, sizeof value);
	metric_value_text(metric, m->reference, reference, sizeof reference);
	buf_printf(out, "%s%s%s: %s%s (%s ", _(metric->noun), m->of_case ? _(" with ") : "", m->of_case ? m->of_case : "", value,
		   _(metric->base), l->at_least ? _("at least") : _("limit"));
	if (l->relative)
		buf_printf(out, _("%sx the reference's %s)"), metric_text(l->bound, bound, sizeof bound), reference);
	else
		buf_printf(out, _("%s, reference %s)"), metric_value_text(metric, l->bound, bound, sizeof bound), reference);
}

enum measured_mark attempt_measured_mark(const struct measurement *m)
{
	return !m->counted ? MEASURED_NOT : m->unsure ? MEASURED_NOISY : m->held ? MEASURED_HELD : MEASURED_MISSED;
}

static const char *const marks[] = {
	[MEASURED_NOT] = "  -       ", [MEASURED_NOISY] = N_("  NOISY   "), [MEASURED_HELD] = N_("  ok      "),
	[MEASURED_MISSED] = N_("  MISSED  "),
};

static void put_measured(const struct attempt *a, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (a->plain || !a->nmeasured)
		return;
	text_cut(out, width, "\nmeasured with %s", a->measured_case);
	for (size_t i = 0; i < a->nmeasured; i++) {
		const struct measurement *m = &a->measured[i];

		buf_clear(&line);
		attempt_measured_text(m, &line);
		text_label(out, marks[attempt_measured_mark(m)], buf_text(&line), width);
	}
	buf_release(&line);
}

/* What the kernel printed, cut to OUTPUT_LINES lines and to the width. */
static void put_output(const struct attempt *a, int width, struct buf *out)
{
	struct buf clean = BUF_INIT;
	const char *p;
	int lines = 0;

	if (!a->output_len)
		return;
	text_sanitise(a->output, a->output_len, &clean);
	buf_printf(out, _("\nprinted, with %s\n"), a->output_case);
	for (p = buf_text(&clean); *p && lines < OUTPUT_LINES; lines++) {
		size_t len = strcspn(p, "\n");

		text_cut(out, width, "  %.*s", (int)len, p);
		p += len + (p[len] == '\n');
	}
	if (*p || a->output_truncated)
		buf_puts(out, _("  ... and more\n"));
	buf_release(&clean);
}

/* 1234567 as "1.23 M". */
static void put_quantity(struct buf *out, int64_t n)
{
	static const char *const units[] = { "", " k", " M", " G", " T" };
	double x = (double)n;
	size_t unit = 0;

	for (; x >= 1000 && unit < 4; unit++)
		x /= 1000;
	if (unit)
		buf_printf(out, "%.3g%s", x, units[unit]);
	else
		buf_printf(out, "%" PRId64, n);
}

static int64_t counter_value(const struct attempt *a, const char *name)
{
	for (size_t i = 0; i < a->ncounters; i++)
		if (!strcmp(a->counters[i].name, name))
			return a->counters[i].value;
	return 0;
}

/* xgettext takes the two forms: see src/po/update.sh. */
#define COUNTED(counter, one, many) { counter, one, many }

void attempt_counted_text(const struct attempt *a, struct buf *out)
{
	static const struct { const char *counter, *one, *words; } shown[] = {
		COUNTED("warp_instructions", "%s warp instruction", "%s warp instructions"),
		COUNTED("global_sectors", "%s sector of global memory", "%s sectors of global memory"),
		COUNTED("bank_conflicts", "%s bank conflict", "%s bank conflicts"),
		COUNTED("barriers", "%s barrier", "%s barriers"), COUNTED("atomics", "%s atomic", "%s atomics"),
	};
	struct buf number = BUF_INIT;
	int64_t warps = counter_value(a, "warp_instructions"), threads = counter_value(a, "thread_instructions");
	size_t before = out->len;

	if (a->plain)
		return;
	for (size_t s = 0; s < sizeof shown / sizeof *shown; s++) {
		int64_t value = counter_value(a, shown[s].counter);

		if (!value)
			continue;
		buf_puts(out, out->len > before ? ", " : "");
		buf_clear(&number);
		put_quantity(&number, value);
		buf_printf(out, tr_n(shown[s].one, shown[s].words, (uint64_t)value), buf_text(&number));
		if (s == 0 && threads)
			buf_printf(out, _(" (lanes in use: %.0f%%)"), 100.0 * (double)threads / (32.0 * (double)warps));
	}
	buf_release(&number);
}

static void put_counters(const struct attempt *a, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	attempt_counted_text(a, &line);
	if (line.len)
		text_label(out, "counted: ", buf_text(&line), width);
	buf_release(&line);
}

/* A file of a workspace is named by its exercise: its path is the exercise's path below an absolute folder. */
static bool is_in_workspace(const struct attempt *a)
{
	char tail[256];

	for (int python = 0; a->path[0] == '/' && python < 2; python++)
		if ((size_t)snprintf(tail, sizeof tail, "/exercises/%s%s", a->exercise, python ? ".py" : ".cu") < sizeof tail &&
		    text_ends(a->path, tail))
			return true;
	return false;
}

void attempt_replay_text(const struct attempt *a, struct buf *out)
{
	const char *base = path_base(a->path), *name = path_base(a->exercise);
	size_t n = strlen(name);
	char device[32] = "";

	if (strcmp(a->device, "vm"))
		snprintf(device, sizeof device, " --device %.16s", a->device);
	buf_puts(out, "warpbook check ");
	if (is_in_workspace(a)) {
		buf_puts(out, a->exercise);
	} else {
		const char *quote = strpbrk(a->path, " \t\n\"$`\\*?[]{}()<>|&;!~#") ? "'" : "";

		buf_puts(out, quote);
		text_sanitise_name(a->path, out);
		buf_puts(out, quote);
		if (strncmp(base, name, n) || (strcmp(base + n, ".cu") && strcmp(base + n, ".py")))
			buf_printf(out, " --as %s", a->exercise);
	}
	buf_printf(out, "%s --seed %" PRIu64, device, a->seed);
}

/* Seconds in the unit that leaves one to three digits before the point. */
static void put_seconds(struct buf *out, double s)
{
	static const struct { double unit; const char *name; } units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" } };
	size_t i = 0;

	while (i < 2 && s < units[i].unit)
		i++;
	buf_printf(out, "%.3g %s", s / units[i].unit, units[i].name);
}

static void put_ratio(struct buf *out, double x)
{
	buf_printf(out, "%.*fx", x < 0.095 ? 3 : x < 10 ? 1 : 0, x);
}

/* "312 us: 1.1x the reference's time (284 us)" */
static void put_beside(struct buf *out, double seconds, const char *where, double ratio, const char *what, double reference)
{
	put_seconds(out, seconds);
	buf_printf(out, "%s: ", where);
	put_ratio(out, ratio);
	buf_printf(out, _(" the reference's%s ("), what);
	put_seconds(out, reference);
	buf_putc(out, ')');
}

/* "1.42x as fast as the reference (355 us), 1.40 to 1.44"; beside: also prints the reference's time. */
static void put_speedup(const struct attempt_speed *s, bool beside, struct buf *out)
{
	const int digits = s->speedup < 9.95 ? 2 : s->speedup < 99.5 ? 1 : 0;

	buf_printf(out, _("%.*fx as fast as the reference"), digits, s->speedup);
	if (beside) {
		buf_puts(out, " (");
		put_seconds(out, s->reference_seconds);
		buf_putc(out, ')');
	}
	buf_printf(out, _(", %.*f to %.*f"), digits, s->speedup_low, digits, s->speedup_high);
}

void attempt_speedup_text(const struct attempt *a, struct buf *out)
{
	if (a->speed.speedup > 0)
		put_speedup(&a->speed, false, out);
}

/* Shows the time of an empty kernel if the learner's is so short that it matters. */
#define FLOOR_SHOWN 0.02

/* "; 2.81 TB/s, 96 % of what this GPU reaches" */
static void put_rates(const struct attempt_speed *s, struct buf *out)
{
	const bool arithmetic = s->share_of_arithmetic > s->share_of_memory;
	const double share = arithmetic ? s->share_of_arithmetic : s->share_of_memory;

	if (arithmetic)
		buf_printf(out, "; %.3g TFLOP/s", 1e-12 * s->flops_per_second);
	else if (s->bytes_per_second > 0)
		buf_printf(out, "; %.3g %cB/s", (s->bytes_per_second < 999.5e9 ? 1e-9 : 1e-12) * s->bytes_per_second,
			   s->bytes_per_second < 999.5e9 ? 'G' : 'T');
	if (share > 0)
		buf_printf(out, _(", %.*f %% of what this GPU reaches%s"), share < 0.095 ? 1 : 0, 100 * share,
			   arithmetic ? _(" in FP32") : "");
	if (s->floor_seconds > FLOOR_SHOWN * s->seconds) {
		buf_puts(out, _("; of each time "));
		put_seconds(out, s->floor_seconds);
		buf_puts(out, _(" is what a kernel takes that does nothing"));
	}
	if (s->state.mig)
		buf_puts(out, _("; it is a slice of a GPU (MIG), which has a part of its speed"));
	if (s->state.slowed)
		buf_puts(out, _("; heat slowed the GPU meanwhile"));
	else if (s->state.capped)
		buf_puts(out, _("; its power limit held the GPU's clock down"));
}

/* "; modelled on an H200: 3.2 us, limited by DRAM: 1.1x the reference's (3.01 us)" */
static void put_modelled(const struct attempt_speed *s, struct buf *out)
{
	if (!s->modelled_limit || !(s->modelled_ratio > 0))
		return;
	buf_printf(out, _("; modelled on %s: "), name_alone(s->modelled_on));
	put_seconds(out, s->modelled);
	buf_printf(out, _(", limited by %s, "), s->modelled_limit);
	put_ratio(out, s->modelled_ratio);
	buf_puts(out, _(" the reference's ("));
	put_seconds(out, s->reference_modelled);
	if (s->reference_modelled_limit && strcmp(s->reference_modelled_limit, s->modelled_limit))
		buf_printf(out, _(", limited by %s"), s->reference_modelled_limit);
	buf_putc(out, ')');
}

void attempt_speed_text(const struct attempt *a, struct buf *out)
{
	const struct attempt_speed *s = &a->speed;

	if (s->of_case && s->note) {
		buf_puts(out, s->note);
		return;
	}
	if (!s->of_case || (a->plain && !(s->time_ratio > 0)) || !(s->time_ratio > 0 || s->modelled_ratio > 0 ||
								   s->instruction_ratio > 0))
		return;
	buf_printf(out, _("with %s, "), s->of_case);
	if (s->speedup > 0) {
		put_seconds(out, s->seconds);
		buf_puts(out, ": ");
		put_speedup(s, true, out);
		put_rates(s, out);
	} else if (s->time_ratio > 0) {
		put_beside(out, s->seconds, "", s->time_ratio, _(" time"), s->reference_seconds);
	} else if (s->modelled_ratio > 0 && !s->modelled_limit) {
		put_beside(out, s->modelled, _(" on the modelled device"), s->modelled_ratio, "", s->reference_modelled);
	} else {
		put_ratio(out, s->instruction_ratio);
		buf_puts(out, _(" the reference's warp instructions"));
		if (s->sector_ratio > 0) {
			buf_puts(out, ", ");
			put_ratio(out, s->sector_ratio);
			buf_puts(out, _(" its sectors of global memory"));
		}
		put_modelled(s, out);
	}
}

/* Within this of the ridge neither side alone is the limit. */
#define RIDGE 1.15
/* A kernel that reaches less of its roof than this has another limit. */
#define NEAR_ROOF 0.6

void attempt_roofline_text(const struct attempt *a, struct buf *out)
{
	const struct attempt_speed *s = &a->speed;
	const bool arithmetic = s->ridge > 0 && s->flops_per_byte > s->ridge;
	const double share = arithmetic ? s->share_of_arithmetic : s->share_of_memory;

	if (!(s->speedup > 0) || !(share > 0))
		return;
	if (s->ridge > 0 && s->flops_per_byte > s->ridge / RIDGE && s->flops_per_byte < s->ridge * RIDGE)
		buf_printf(out, _("memory and arithmetic alike: the algorithm does %.3g operations for each byte, and this "
				"GPU can do %.3g"), s->flops_per_byte,
			   s->ridge);
	else if (s->ridge > 0)
		buf_printf(out, _("%s: the algorithm does %.3g operations for each byte that it must move, and this GPU could "
				"do %.3g"),
			   arithmetic ? _("arithmetic") : _("memory"), s->flops_per_byte, s->ridge);
	else
		buf_puts(out, _("memory"));
	if (share < NEAR_ROOF)
		buf_printf(out, _("%s the kernel reaches %.*f %% of its speed: something else holds it up, and `warpbook "
				"profile` names it"),
			   s->ridge > 0 ? _("; but") : _(", but"), share < 0.095 ? 1 : 0, 100 * share);
}

/* The measured times differ by this much, and so do the modelled ones in the same direction: then the model explains it. */
#define DIFFERENCE 1.15

void attempt_model_text(const struct attempt *a, struct buf *out)
{
	const struct attempt_speed *s = &a->speed;

	if (!(s->speedup > 0) || !(s->modelled > 0) || !s->modelled_limit)
		return;
	put_seconds(out, s->modelled);
	buf_printf(out, _(", limited by %s, where "), s->modelled_limit);
	put_seconds(out, s->seconds);
	buf_puts(out, _(" were measured"));
	if (s->reference_modelled > 0 && s->reference_modelled_limit) {
		buf_puts(out, _("; for the reference "));
		put_seconds(out, s->reference_modelled);
		buf_printf(out, _(", limited by %s, and "), s->reference_modelled_limit);
		put_seconds(out, s->reference_seconds);
	}
	if (s->speedup < 1 / DIFFERENCE && s->modelled_ratio > DIFFERENCE)
		buf_printf(out, _(". It explains the difference: %s%s"), a->saving ? a->saving->message
				: _("the kernel asks more of "),
			   a->saving ? "" : s->modelled_limit);
	else if ((s->speedup < 1 / DIFFERENCE || s->speedup > DIFFERENCE) && s->reference_modelled > 0)
		buf_puts(out, s->speedup > DIFFERENCE && s->modelled_ratio < 1 / DIFFERENCE ? _(". It explains the "
			 "difference") : _(". It does not explain the difference"));
}

bool attempt_speed_is_time(const struct attempt *a)
{
	return a->speed.time_ratio > 0 || a->speed.note;
}

static void put_speed(const struct attempt *a, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	attempt_speed_text(a, &line);
	if (line.len)
		text_label(out, attempt_speed_is_time(a) ? "speed: " : "work: ", buf_text(&line), width);
	buf_release(&line);
}

void attempt_device_text(const struct attempt *a, struct buf *out)
{
	if (a->device_note)
		buf_printf(out, _("the virtual machine instead of a GPU: %s"), a->device_note);
	else if (a->gpu_says)
		buf_printf(out, "%s, %s: %s", a->device, a->device_name, a->gpu_says);
}

static void put_device(const struct attempt *a, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	attempt_device_text(a, &line);
	if (line.len)
		text_label(out, "device: ", buf_text(&line), width);
	if (line.len && a->gpu_next)
		text_label(out, "next: ", retold(a->gpu_next), width);
	buf_release(&line);
}

/* The limits of the time, which the list of limits above could not have. */
static void put_limits_of_time(const struct attempt *a, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (size_t i = 0; i < a->nmeasured; i++)
		if (a->measured[i].of_case) {
			buf_clear(&line);
			attempt_measured_text(&a->measured[i], &line);
			text_label(out, marks[attempt_measured_mark(&a->measured[i])], buf_text(&line), width);
		}
	buf_release(&line);
}

static void put_times(const struct attempt *a, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	if (a->gpu != GPU_CONFIRMS)
		return;
	attempt_speed_text(a, &line);
	if (line.len)
		text_label(out, "speed: ", buf_text(&line), width);
	buf_clear(&line);
	attempt_roofline_text(a, &line);
	if (line.len)
		text_label(out, "limit: ", buf_text(&line), width);
	buf_clear(&line);
	attempt_model_text(a, &line);
	if (line.len)
		text_label(out, "model: ", buf_text(&line), width);
	put_limits_of_time(a, width, out);
	buf_release(&line);
}

void attempt_gpu_text(const struct attempt *a, bool results, bool times, int width, struct buf *out)
{
	if (results)
		put_device(a, width, out);
	if (times)
		put_times(a, width, out);
}

void attempt_saving_text(const struct attempt *a, struct buf *out)
{
	if (!a->saving || a->plain)
		return;
	buf_puts(out, a->saving->message);
	if (!a->advice)
		buf_printf(out, ". %c%s", toupper((unsigned char)a->saving->next[0]), a->saving->next + 1);
}

static void put_saving(const struct attempt *a, int width, struct buf *out)
{
	struct buf line = BUF_INIT;

	attempt_saving_text(a, &line);
	if (line.len)
		text_label(out, "costs: ", buf_text(&line), width);
	buf_release(&line);
}

static void put_footer(const struct attempt *a, int width, struct buf *out)
{
	if (a->nran) {
		buf_puts(out, _("\nreplay: "));
		attempt_replay_text(a, out);
		buf_putc(out, '\n');
		if (a->verdict == VERDICT_PASSED && a->gpu != GPU_CONFIRMS)
			put_speed(a, width, out);
		if (a->verdict == VERDICT_PASSED)
			put_counters(a, width, out);
		if (a->verdict == VERDICT_PASSED && is_in_workspace(a))
			buf_printf(out, _("compare: warpbook solution %s\n"), a->exercise);
		attempt_gpu_text(a, true, a->verdict == VERDICT_PASSED, width, out);
	}
}

void attempt_text(const struct attempt *a, int width, struct buf *out)
{
	if (width < MIN_WIDTH)
		width = MIN_WIDTH;
	put_headline(a, width, out);
	put_message(a, width, out);
	put_findings(a, width, out);
	put_diagnostics(a, width, out);
	put_output(a, width, out);
	put_cases(a, width, out);
	put_measured(a, width, out);
	put_saving(a, width, out);
	put_footer(a, width, out);
}
