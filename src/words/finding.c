/* finding.c - the texts of a finding that all its displays share. */
#include "config.h"

#include "words/finding.h"

#include <string.h>

#include "base/language.h"
#include "words/kinds.h"

const struct finding_row finding_rows[FINDING_KINDS] = {
#define FINDING(id, name, level, verdict, headline, fires) { name, FINDING_##level, headline, fires },
#include "words/findings.def"
#undef FINDING
};

finding_kind finding_kind_named(const char *name)
{
	finding_kind kind = 0;

	while (kind < FINDING_KINDS && strcmp(finding_rows[kind].name, name))
		kind++;
	return kind;
}

const char *finding_name(const struct finding *f)
{
	return f->rule ? f->rule : finding_rows[f->kind].name;
}

const char *finding_level_name(enum finding_level level)
{
	static const char *const names[] = {
		[FINDING_NOTE] = "note", [FINDING_WARNING] = "warning", [FINDING_ERROR] = "error",
	};

	return names[level];
}

void source_frames_put(const struct source_place *p, struct buf *out)
{
	for (size_t i = 0; i < p->nframes; i++)
		buf_printf(out, _("%sin %s(), inlined at line %d"), i ? " " : "", p->frames[i].function, p->frames[i].line);
}
