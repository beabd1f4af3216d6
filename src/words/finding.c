/* finding.c - what of a finding is the same text wherever it is shown. */
#include "config.h"

#include "words/finding.h"

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
		buf_printf(out, "%sin %s(), inlined at line %d", i ? " " : "", p->frames[i].function, p->frames[i].line);
}
