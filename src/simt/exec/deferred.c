/* deferred.c - reductions that are performed when their stretch's turn comes: see deferred.h. */
#include "config.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "simt/exec/deferred.h"

#define SHORT LIMIT((size_t)4096, 64)    /* steps after which the stretch looks whether its turn has come */
#define LONG  LIMIT((size_t)1 << 17, 256) /* it waits */

bool deferred_begin(struct launch *l, const struct insn *i)
{
	const struct deferred *d = l->deferred;

	if (!d || !i->reduces || l->in_turn)
		return false;
	if (d->n >= LONG)
		return !launch_await(l);
	return d->n < SHORT || d->n % SHORT >= LANES || !launch_is_next(l);
}

void deferred_add(struct launch *l, const struct insn *i, void *at, uint64_t value)
{
	struct deferred *d = l->deferred;

	if (!array_reserve(&d->steps, &d->room, d->n + 1, sizeof *d->steps)) {
		l->failed = true;
		return;
	}
	vm_assert(d->n < d->room && i->reduces);
	d->steps[d->n++] = (struct deferred_step){ i, at, value };
}

void deferred_run(struct deferred *d)
{
	for (size_t k = 0; k < d->n; k++)
		reduction_run(d->steps[k].insn, d->steps[k].at, d->steps[k].value);
	d->n = 0;
}

void deferred_release(struct deferred *d)
{
	free(d->steps);
	*d = (struct deferred){ 0 };
}
