/* attempts.c - writes an attempt with its cases, findings and figures, in one transaction. Cases and findings count from 1. */
#include "config.h"

#include "store/internal.h"

static int put_attempt(struct store *s, const struct store_attempt *a, struct error *err)
{
	return store_run(s, err,
			 "INSERT INTO attempt(exercise, began_ms, verdict, message, device, compiler, source_path, source_sha256,"
			 " tool_version, content_version, seed, compile_seconds, run_seconds, device_name, timed_case, seconds,"
			 " reference_seconds, time_ratio, instruction_ratio, sector_ratio, sandbox,"
			 " modelled_on, modelled_limit, reference_modelled_limit, modelled_seconds, reference_modelled_seconds,"
			 " modelled_ratio)"
			 " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0.0), nullif(?, 0.0), nullif(?, 0.0),"
			 " nullif(?, 0.0), nullif(?, 0.0), ?, ?, ?, ?, nullif(?, 0.0), nullif(?, 0.0), nullif(?, 0.0))",
			 "titttttttt" "iddnnddddd" "nnnnddd",
			 a->exercise, a->unix_ms ? a->unix_ms : store_now_ms(), a->verdict, a->message, a->device, a->compiler,
			 a->source_path, a->source_sha256, a->tool_version, a->content_version, (int64_t)a->seed,
			 a->compile_seconds, a->run_seconds, a->device_name, a->timed_case, a->seconds, a->reference_seconds,
			 a->time_ratio, a->instruction_ratio, a->sector_ratio, a->sandbox,
			 a->modelled_on, a->modelled_limit, a->reference_modelled_limit, a->modelled_seconds,
			 a->reference_modelled_seconds, a->modelled_ratio);
}

static int put_cases(struct store *s, const struct store_attempt *a, int64_t id, struct error *err)
{
	for (size_t i = 0; i < a->ncases; i++)
		if (store_run(s, err, "INSERT INTO attempt_case VALUES(?, ?, ?, ?, ?, ?)", "iititi", id, (int64_t)i + 1,
			      a->cases[i].name, (int64_t)a->cases[i].passed, a->cases[i].message,
			      (int64_t)a->cases[i].output_right))
			return -1;
	return 0;
}

static int put_findings(struct store *s, const struct store_attempt *a, int64_t id, struct error *err)
{
	for (size_t i = 0; i < a->nfindings; i++) {
		const struct finding *f = &a->findings[i];

		if (store_run(s, err,
			      "INSERT INTO attempt_finding VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			      "iititnniini" "iiiiiiii", id, (int64_t)i + 1, finding_name(f), (int64_t)f->level, f->message,
			      f->advice, f->place.file, (int64_t)f->place.line, (int64_t)f->place.column,
			      f->other.file, (int64_t)f->other.line,
			      (int64_t)f->block.x, (int64_t)f->block.y, (int64_t)f->block.z,
			      (int64_t)f->thread.x, (int64_t)f->thread.y, (int64_t)f->thread.z,
			      (int64_t)f->threads, (int64_t)f->case_index + 1))
			return -1;
	}
	return 0;
}

static int put_counters(struct store *s, const struct store_attempt *a, int64_t id, struct error *err)
{
	for (size_t i = 0; i < a->ncounters; i++)
		if (store_run(s, err, "INSERT OR REPLACE INTO attempt_counter VALUES(?, ?, ?)", "iti", id,
			      a->counters[i].name, a->counters[i].value))
			return -1;
	return 0;
}

static int put_metrics(struct store *s, const struct store_attempt *a, int64_t id, struct error *err)
{
	for (size_t i = 0; i < a->nmetrics; i++) {
		const struct store_metric *m = &a->metrics[i];

		if (store_run(s, err, "INSERT OR REPLACE INTO attempt_metric VALUES(?, ?, ?, ?, ?, ?, ?)", "itdddii", id, m->name,
			      m->value, m->reference, m->bound, (int64_t)m->held, (int64_t)m->line))
			return -1;
	}
	return 0;
}

static int put_time(struct store *s, const struct store_attempt *a, int64_t id, struct error *err)
{
	const struct store_time *t = a->time;
	const char *sql = "INSERT INTO attempt_time VALUES(?, ?, ?, ?, ?, ?, nullif(?, 0.0), nullif(?, 0.0), nullif(?, 0.0), "
			  "nullif(?, 0.0), nullif(?, 0.0), nullif(?, 0), nullif(?, 0), nullif(?, 0), nullif(?, 0), nullif(?, "
			  "0.0), nullif(?, 0.0), nullif(?, -1), nullif(?, -1), nullif(?, -1))";

	if (!t)
		return 0;
	return store_run(s, err, sql, "idddii" "ddddd" "iiiidd" "iii", id, t->speedup, t->low, t->high, (int64_t)t->rounds,
			 (int64_t)t->dropped, t->gb_per_s, t->tflop_per_s, t->share_of_memory, t->share_of_arithmetic,
			 t->floor_seconds, (int64_t)t->driver, (int64_t)t->sm_mhz, (int64_t)t->memory_mhz, (int64_t)t->celsius,
			 t->watts, t->watts_limit, (int64_t)(t->state ? t->capped : -1), (int64_t)(t->state ? t->slowed : -1),
			 (int64_t)(t->state ? t->mig : -1));
}

/* Another process may have checked the same file meanwhile: its result stays, and *other is its attempt; 0: none. */
static int find_result(struct store *s, const struct store_attempt *a, int64_t *other, struct error *err)
{
	*other = 0;
	return a->grading ? store_integer(s, err, other,
					  "SELECT attempt FROM grade_result WHERE source_sha256 = ? AND exercise = ? AND "
					  "content_version = ? AND tool_version = ? AND compiler = ? AND device = ? AND seed = ?",
					  "tttttti", a->grading->source_sha256, a->exercise, a->content_version, a->tool_version,
					  a->compiler, a->device, (int64_t)a->seed)
			  : 0;
}

static int put_result(struct store *s, const struct store_attempt *a, int64_t id, struct error *err)
{
	if (!a->grading)
		return 0;
	return store_run(s, err,
			 "INSERT INTO grade_result(source_sha256, exercise, content_version, tool_version, compiler, "
			 "device, seed, attempt, report) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", "ttttttiit",
			 a->grading->source_sha256, a->exercise, a->content_version, a->tool_version, a->compiler, a->device,
			 (int64_t)a->seed, id, a->grading->report);
}

int store_record(struct store *s, const struct store_attempt *a, int64_t *id, struct error *err)
{
	int64_t row, other;
	int failed;

	if (store_begin(s, err))
		return -1;
	failed = find_result(s, a, &other, err);
	if (!failed && other) {
		store_rollback(s);
		*id = other;
		return 0;
	}
	if (!failed && put_attempt(s, a, err) == 0) {
		row = sqlite3_last_insert_rowid(s->db);
		if (put_cases(s, a, row, err) == 0 && put_findings(s, a, row, err) == 0 && put_counters(s, a, row, err) == 0 &&
		    put_metrics(s, a, row, err) == 0 && put_time(s, a, row, err) == 0 && put_result(s, a, row, err) == 0) {
			if (store_commit(s, err))
				return -1;
			*id = row; /* set it only after the transaction is complete */
			return 0;
		}
	}
	store_rollback(s);
	return -1;
}
