/* record.c - puts an attempt into the database: its row, with those of its cases, findings, counters, limits and times. */
#include "config.h"

#include "attempt/attempt.h"

#include "base/version.h"

int attempt_record(struct attempt *a, struct store *s, const struct store_grading *grading, struct error *err)
{
	struct store_case *cases = arena_array(&a->arena, a->ncases + 1, sizeof *cases);
	struct store_metric *metrics = arena_array(&a->arena, a->nmeasured + 1, sizeof *metrics);
	const struct attempt_speed *speed = &a->speed;
	const struct card_state *card = &speed->state;
	const struct store_time time = {
		.speedup = speed->speedup, .low = speed->speedup_low, .high = speed->speedup_high, .rounds = speed->rounds,
		.dropped = speed->dropped, .gb_per_s = 1e-9 * speed->bytes_per_second,
		.tflop_per_s = 1e-12 * speed->flops_per_second, .share_of_memory = speed->share_of_memory,
		.share_of_arithmetic = speed->share_of_arithmetic, .floor_seconds = speed->floor_seconds, .driver = speed->driver,
		.sm_mhz = card->sm_mhz, .memory_mhz = card->memory_mhz, .celsius = card->celsius, .watts = card->watts,
		.watts_limit = card->watts_limit, .state = card->known, .capped = card->capped, .slowed = card->slowed,
		.mig = card->mig,
	};
	size_t nmetrics = 0;

	if (!cases || !metrics)
		return error_nomem(err);
	for (size_t i = 0; i < a->nmeasured; i++) {
		const struct measurement *m = &a->measured[i];

		if (m->counted)
			metrics[nmetrics++] = (struct store_metric){ m->limit->metric->name, m->value, m->reference, m->bound,
								     m->held, m->line };
	}
	for (size_t i = 0; i < a->ncases; i++)
		cases[i] = (struct store_case){ a->cases[i].name, a->cases[i].ran && a->cases[i].verdict == VERDICT_PASSED,
						a->cases[i].message, a->cases[i].output_right };

	const struct store_attempt row = {
		.exercise = a->exercise, .verdict = verdict_name(a->verdict), .message = a->message,
		.device = a->device, .compiler = a->compiler, .source_path = a->path, .source_sha256 = a->source_sha256,
		.tool_version = version_text(), .content_version = a->content_version, .seed = a->seed,
		.compile_seconds = a->compile_seconds, .run_seconds = a->run_seconds, .device_name = a->device_name,
		.timed_case = a->speed.of_case, .seconds = a->speed.seconds, .reference_seconds = a->speed.reference_seconds,
		.time_ratio = a->speed.time_ratio, .instruction_ratio = a->speed.instruction_ratio,
		.sector_ratio = a->speed.sector_ratio, .sandbox = a->sandbox,
		.modelled_on = a->speed.modelled_on, .modelled_limit = a->speed.modelled_limit,
		.reference_modelled_limit = a->speed.reference_modelled_limit, .modelled_seconds = a->speed.modelled,
		.reference_modelled_seconds = a->speed.reference_modelled, .modelled_ratio = a->speed.modelled_ratio,
		.cases = cases, .ncases = a->ncases, .findings = a->findings, .nfindings = a->nfindings,
		.counters = a->counters, .ncounters = a->ncounters,
		.metrics = metrics, .nmetrics = nmetrics, .time = speed->rounds ? &time : NULL, .grading = grading,
	};

	return store_record(s, &row, &a->recorded, err);
}
