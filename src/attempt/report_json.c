/* report_json.c - an attempt as JSON; the keys are listed in attempt.h. */
#include "config.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/version.h"
#include "attempt/attempt.h"
#include "draw/profile.h"
#include "attempt/diagnostic_json.h"
#include "words/finding_json.h"

static json_t *fault(const struct error *e)
{
	if (!e->text[0])
		return json_null();
	return json_pack("{s:s, s:o, s:o, s:o, s:o}", "party", party_name(e->party), "text", json_text_or_null(e->text),
			 "remedy", json_text_or_null(e->remedy), "file", json_text_or_null(e->file), "line",
			 json_line_number(e->line));
}

json_t *diagnostic_json(const struct diagnostic *d)
{
	static const char *const levels[] = {
		[DIAGNOSTIC_NOTE] = "note", [DIAGNOSTIC_WARNING] = "warning", [DIAGNOSTIC_ERROR] = "error",
	};

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "level", levels[d->level], "file", json_text_or_null(d->file),
			 "line", json_line_number(d->line), "column", json_line_number(d->column), "text",
			 json_text_or_null(d->text),
			 "hint", json_text_or_null(d->hint));
}

static json_t *tried_case(const struct attempt_case *c)
{
	return json_pack("{s:o, s:b, s:b, s:o, s:o}", "name", json_text_or_null(c->name), "ran", c->ran,
			 "passed", c->ran && c->verdict == VERDICT_PASSED,
			 "verdict", c->ran ? json_text_or_null(verdict_name(c->verdict)) : json_null(), "message",
			 json_text_or_null(c->message));
}

static json_t *output(const struct attempt *a)
{
	if (!a->output_len)
		return json_null();
	return json_pack("{s:o, s:o, s:b}", "case", json_text_or_null(a->output_case), "text",
			 json_text_bytes(a->output, a->output_len),
			 "truncated", a->output_truncated);
}

static json_t *counters(const struct attempt *a)
{
	json_t *all = json_object();

	for (size_t i = 0; i < a->ncounters; i++)
		json_object_set_new(all, a->counters[i].name, json_integer((json_int_t)a->counters[i].value));
	return all;
}

static json_t *positive(double x)
{
	return x > 0 ? json_real(x) : json_null();
}

static json_t *count_or_null(uint64_t n)
{
	return n ? json_integer((json_int_t)n) : json_null();
}

static void add_times(json_t *o, const struct attempt_speed *s)
{
	const struct card_state *c = &s->state;

	json_object_set_new(o, "speedup", positive(s->speedup));
	json_object_set_new(o, "speedup_low", positive(s->speedup_low));
	json_object_set_new(o, "speedup_high", positive(s->speedup_high));
	json_object_set_new(o, "rounds", count_or_null(s->rounds));
	json_object_set_new(o, "dropped_rounds", s->rounds ? json_integer((json_int_t)s->dropped) : json_null());
	json_object_set_new(o, "gb_per_s", positive(1e-9 * s->bytes_per_second));
	json_object_set_new(o, "tflop_per_s", positive(1e-12 * s->flops_per_second));
	json_object_set_new(o, "share_of_memory", positive(s->share_of_memory));
	json_object_set_new(o, "share_of_arithmetic", positive(s->share_of_arithmetic));
	json_object_set_new(o, "floor_seconds", positive(s->floor_seconds));
	json_object_set_new(o, "measuring_seconds", positive(s->took));
	json_object_set_new(o, "driver", count_or_null((uint64_t)s->driver));
	json_object_set_new(o, "sm_mhz", count_or_null(c->sm_mhz));
	json_object_set_new(o, "memory_mhz", count_or_null(c->memory_mhz));
	json_object_set_new(o, "watts", positive(c->watts));
	json_object_set_new(o, "watts_limit", positive(c->watts_limit));
	json_object_set_new(o, "celsius", count_or_null(c->celsius));
	json_object_set_new(o, "power_capped", c->known ? json_boolean(c->capped) : json_null());
	json_object_set_new(o, "slowed", c->known ? json_boolean(c->slowed) : json_null());
	json_object_set_new(o, "mig", c->known ? json_boolean(c->mig) : json_null());
	json_object_set_new(o, "note", json_text_or_null(s->note));
}

static json_t *speed(const struct attempt_speed *s)
{
	json_t *o;

	if (!s->of_case)
		return json_null();
	o = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "case",
		      json_text_or_null(s->of_case),
			 "seconds", positive(s->seconds), "reference_seconds", positive(s->reference_seconds),
			 "time_ratio", positive(s->time_ratio), "timed_runs", count_or_null(s->timed_runs),
			 "instructions", count_or_null(s->instructions),
			 "reference_instructions", count_or_null(s->reference_instructions),
			 "instruction_ratio", positive(s->instruction_ratio), "sectors", count_or_null(s->sectors),
			 "reference_sectors", count_or_null(s->reference_sectors),
			 "sector_ratio", positive(s->sector_ratio), "modelled_seconds", positive(s->modelled),
			 "reference_modelled_seconds", positive(s->reference_modelled), "modelled_ratio",
			 positive(s->modelled_ratio),
			 "modelled_on", json_text_or_null(s->modelled_on), "modelled_limit", json_text_or_null(s->modelled_limit),
			 "reference_modelled_limit", json_text_or_null(s->reference_modelled_limit));
	if (o)
		add_times(o, s);
	return o;
}

static json_t *real_or_null(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

static json_t *limit(const struct measurement *m)
{
	const struct perf_limit *l = m->limit;

	return json_pack("{s:s, s:s, s:o, s:o, s:s, s:o, s:o, s:b, s:o, s:o, s:f, s:o, s:b}", "metric", l->metric->name,
			 "noun", l->metric->noun, "value", real_or_null(m->value), "reference", real_or_null(m->reference),
			 "side", l->at_least ? "least" : "most", "bound", real_or_null(m->bound),
			 "times", l->relative ? json_real(l->bound) : json_null(), "held", m->held, "file",
			 json_text_or_null(m->file),
			 "line", json_line_number(m->line), "share", m->share, "why", json_text_or_null(l->why),
			 "unsure", m->unsure);
}

static json_t *measured(const struct attempt *a)
{
	json_t *all;

	if (!a->nmeasured)
		return json_null();
	all = json_array();
	for (size_t i = 0; i < a->nmeasured; i++)
		json_array_append_new(all, limit(&a->measured[i]));
	return json_pack("{s:o, s:o}", "case", json_text_or_null(a->measured_case), "limits", all);
}

static json_t *gpu(const struct attempt *a)
{
	static const char *const states[] = { [GPU_NO] = "no", [GPU_PENDING] = "no", [GPU_CONFIRMS] = "confirms",
					      [GPU_DIFFERS] = "differs", [GPU_LACKS] = "lacks" };

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "state", states[a->gpu], "message",
			 json_text_or_null(a->gpu_says ? a->gpu_says : a->device_note),
			 "next", json_text_or_null(a->gpu_next), "verdict_seconds", positive(a->verdict_seconds),
			 "results_seconds", positive(a->gpu_results_seconds), "times_seconds", positive(a->gpu_times_seconds));
}

#define LIST(array, count, convert) list(json_array(), (count), (array), sizeof *(array), convert_##convert)
static json_t *convert_diagnostic(const void *p) { return diagnostic_json(p); }
static json_t *convert_finding(const void *p) { return json_finding(p); }
static json_t *convert_tried_case(const void *p) { return tried_case(p); }

static json_t *list(json_t *all, size_t count, const void *array, size_t size, json_t *(*convert)(const void *))
{
	for (size_t i = 0; i < count; i++)
		json_array_append_new(all, convert((const char *)array + i * size));
	return all;
}

int attempt_json(const struct attempt *a, struct buf *out)
{
	json_t *doc = json_pack(
		"{s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:I, s:o, s:o, s:f, s:f, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
		"s:o, s:o, s:o, s:o, s:o, s:s, s:o}",
		"exercise", json_text_or_null(a->exercise), "file", json_text_or_null(a->path), "verdict",
		verdict_name(a->verdict),
		"headline", attempt_headline(a), "party", party_name(verdict_party(a->verdict)),
		"message", json_text_or_null(a->message), "advice", json_text_or_null(a->advice), "seed", (json_int_t)a->seed,
		"compiler", json_text_or_null(a->compiler), "device", json_text_or_null(a->device), "compile_seconds",
		a->compile_seconds,
		"run_seconds", a->run_seconds, "compile_cached", a->compile_cached,
		"compile_command", json_text_or_null(a->compile_command),
		"recorded", a->recorded ? json_integer((json_int_t)a->recorded) : json_null(),
		"record_warning", json_text_or_null(a->record_warning), "fault", fault(&a->fault),
		"diagnostics", LIST(a->diagnostics, a->ndiagnostics, diagnostic),
		"findings", LIST(a->findings, a->nfindings, finding), "cases", LIST(a->cases, a->ncases, tried_case),
		"counters", counters(a), "output", output(a), "device_name", json_text_or_null(a->device_name),
		"device_note", json_text_or_null(a->device_note), "vm_says", json_null(), "speed", speed(&a->speed),
		"measured", measured(a), "tool_version", version_text(), "sandbox", json_text_or_null(a->sandbox));
	char *dump;

	json_object_set_new(doc, "source_sha256", json_text_or_null(a->source_sha256));
	json_object_set_new(doc, "content_version", json_text_or_null(a->content_version));
	json_object_set_new(doc, "gpu", gpu(a));
	json_object_set_new(doc, "saving", a->saving ? profile_advice_json(a->saving) : json_null());
	dump = doc ? json_dumps(doc, JSON_STYLE) : NULL;

	json_decref(doc);
	if (!dump)
		return -1;
	buf_puts(out, dump);
	buf_putc(out, '\n');
	free(dump);
	return out->failed ? -1 : 0;
}
