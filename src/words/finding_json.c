/* finding_json.c - see finding_json.h. */
#include "config.h"

#include "words/finding_json.h"

#include "base/json.h"

json_t *json_dim(struct dim3u d)
{
	return json_pack("[I, I, I]", (json_int_t)d.x, (json_int_t)d.y, (json_int_t)d.z);
}

static json_t *frames(const struct source_place *p)
{
	json_t *all = json_array();

	for (size_t i = 0; i < p->nframes; i++)
		json_array_append_new(all, json_pack("{s:o, s:o}", "function", json_text_or_null(p->frames[i].function), "line",
						     json_line_number(p->frames[i].line)));
	return all;
}

static json_t *place(const struct source_place *p)
{
	if (p->line <= 0)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}", "file", json_text_or_null(p->file), "line", json_line_number(p->line),
			 "column", json_line_number(p->column), "inlined", frames(p));
}

json_t *json_finding(const struct finding *f)
{
	return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:i}",
			 "kind", json_text_or_null(finding_name(f)), "level", finding_level_name(f->level), "message",
			 json_text_or_null(f->message),
			 "advice", json_text_or_null(f->advice), "file", json_text_or_null(f->place.file), "line",
			 json_line_number(f->place.line),
			 "column", json_line_number(f->place.column), "inlined", frames(&f->place), "other", place(&f->other),
			 "block", json_dim(f->block),
			 "thread", json_dim(f->thread), "threads", (json_int_t)f->threads, "case", f->case_index);
}
