/* moves.c - see moves.h. One report of each load is enough, so few are kept. */
#include "config.h"

#include "cudart/check/moves.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/limits.h"
#include "cudart/check/report.h"

#define MOVES_MOST 256

struct move { struct finding finding; const char *kernel; struct call call; bool is_inner, is_told; struct source_place asked;
	      const struct memory *to; };

static struct move moves[MOVES_MOST];
static size_t nmoves;
static struct arena texts;

static const char *keep(const char *text)
{
	return text ? arena_strdup(&texts, text) : NULL;
}

static bool is_kept(const struct move *m)
{
	for (const struct move *x = moves; x < moves + nmoves; x++)
		if (x->to == m->to && x->finding.place.line == m->finding.place.line && x->call.site.pc[0] == m->call.site.pc[0])
			return true;
	return false;
}

void moves_keep(const struct kernel_op *k, const struct simt_result *r)
{
	for (size_t i = 0; i < r->nmoves; i++) {
		struct move m = { .finding = r->moves[i].finding, .call = k->op.call, .is_inner = k->asked,
				  .is_told = r->moves[i].is_told, .to = memory_find(r->moves[i].to) };

		if (!m.to || (m.to->kind != MEMORY_DEVICE && m.to->kind != MEMORY_SYMBOL)) {
			if (!m.is_told)
				report_kernel(&m.finding, k->function->name, &k->op.call, k->asked);
			continue;
		}
		if (nmoves == MOVES_MOST || is_kept(&m))
			continue;
		m.kernel = keep(k->function->name);
		m.finding.message = keep(m.finding.message);
		m.finding.advice = keep(m.finding.advice);
		m.finding.place.file = keep(m.finding.place.file);
		m.finding.place.frames = NULL;
		m.finding.place.nframes = 0;
		if (k->asked)
			m.asked = (struct source_place){ .file = keep(k->asked->file), .line = k->asked->line };
		vm_assert(nmoves < MOVES_MOST && m.to);
		if (!texts.failed)
			moves[nmoves++] = m;
	}
}

void moves_forget(const struct memory *m)
{
	for (size_t i = 0; i < nmoves; i++)
		if (moves[i].to == m)
			moves[i--] = moves[--nmoves];
}

bool moves_report(const struct memory *m)
{
	bool any = false;

	for (struct move *x = moves; x < moves + nmoves; x++)
		if (x->to == m) {
			if (!x->is_told)
				report_kernel(&x->finding, x->kernel, &x->call, x->is_inner ? &x->asked : NULL);
			any = true;
		}
	return any;
}
