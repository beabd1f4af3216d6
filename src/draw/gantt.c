/* gantt.c - see gantt.h. */
#include "config.h"

#include "draw/gantt.h"

/* The host's calls and waits, after the operations. */
static void host_add(const struct observed *o, struct timeline_entry *entries)
{
	for (size_t i = 0; i < o->nhost; i++) {
		const struct observed_host *h = &o->host[i];

		entries[i] = (struct timeline_entry){
			.kind = h->waits ? TIMELINE_HOST_WAIT : TIMELINE_HOST_CALL, .thread = h->thread, .name = h->what,
			.file = "", .line = h->place.line, .known = true, .start = h->start_ns, .end = h->end_ns,
			.because = (size_t)h->because - 1, .parent = TIMELINE_NO_ENTRY, .blocks = 1, .fit = 1,
			.cost = h->end_ns - h->start_ns,
		};
	}
}

/* The numbers come from a foreign program: no chain may leave the array, or lead back to where it has been. */
static int chains_check(struct timeline_entry *entries, size_t n, struct arena *arena, struct error *err)
{
	size_t *seen = arena_array(arena, n, sizeof *seen);

	if (!seen)
		return error_nomem(err);
	for (size_t i = 0; i < n; i++)
		if (entries[i].because >= n)
			entries[i].because = TIMELINE_NO_ENTRY;
	for (size_t i = 0; i < n; i++)
		for (size_t k = i; k != TIMELINE_NO_ENTRY && !seen[k]; k = entries[k].because) {
			size_t next = entries[k].because;

			seen[k] = i + 1;
			if (next != TIMELINE_NO_ENTRY && seen[next] == i + 1)
				entries[k].because = TIMELINE_NO_ENTRY;
		}
	return 0;
}

int gantt_of(const struct observed *o, struct arena *arena, struct timeline_entry **entries, size_t *n, struct error *err)
{
	static const enum timeline_kind kinds[OBSERVED_KIND_COUNT] = {
		[OBSERVED_COPY_IN] = TIMELINE_COPY_IN, [OBSERVED_COPY_OUT] = TIMELINE_COPY_OUT,
		[OBSERVED_COPY_WITHIN] = TIMELINE_COPY_WITHIN, [OBSERVED_COPY_PEER] = TIMELINE_COPY_PEER,
		[OBSERVED_SET] = TIMELINE_SET, [OBSERVED_KERNEL] = TIMELINE_KERNEL,
		[OBSERVED_HOST_FUNCTION] = TIMELINE_HOST_FUNCTION, [OBSERVED_MIGRATION] = TIMELINE_MIGRATION,
	};

	*n = 0;
	if (!o || !o->nops)
		return 0;
	*entries = arena_array(arena, o->nops + o->nhost, sizeof **entries);
	if (!*entries)
		return error_nomem(err);
	for (size_t i = 0; i < o->nops; i++) {
		const struct observed_op *op = &o->ops[i];

		(*entries)[i] = (struct timeline_entry){
			.kind = kinds[op->kind], .device = op->device, .stream = op->stream, .name = op->what ? op->what : "",
			.file = "", /* no place: as text it would make the lines too long */
			.line = op->place.line, .bytes = op->bytes, .pinned = op->pinned,
			.graph = op->graph, .known = true, .start = op->start_ns, .end = op->end_ns,
			.because = (size_t)op->because - 1, .parent = TIMELINE_NO_ENTRY,
			.blocks = (uint64_t)op->grid.x * op->grid.y * op->grid.z, .fit = 1, .cost = op->end_ns - op->start_ns,
		};
	}
	host_add(o, *entries + o->nops);
	*n = o->nops + o->nhost;
	return chains_check(*entries, *n, arena, err);
}

json_t *gantt_json(const struct timeline_entry *entries, size_t n)
{
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++) {
		const struct timeline_entry *e = &entries[i];

		json_array_append_new(all, json_pack("{s:s, s:s, s:i, s:i, s:I, s:I, s:I}", "kind", timeline_kinds[e->kind].what,
						     "name", e->name,
						     "line", e->line, "stream", (int)e->stream, "start_ns", (json_int_t)e->start,
						     "end_ns", (json_int_t)e->end, "bytes", (json_int_t)e->bytes));
	}
	return all;
}
