/* gantt.c - see gantt.h. */
#include "config.h"

#include "session/gantt.h"

int gantt_of(const struct observed *o, struct arena *arena, struct timeline_entry **entries, size_t *n, struct error *err)
{
	static const enum timeline_kind kinds[OBSERVED_KIND_COUNT] = {
		[OBSERVED_COPY_IN] = TIMELINE_COPY_IN, [OBSERVED_COPY_OUT] = TIMELINE_COPY_OUT, [OBSERVED_COPY_WITHIN] = TIMELINE_COPY_WITHIN,
		[OBSERVED_COPY_PEER] = TIMELINE_COPY_PEER, [OBSERVED_SET] = TIMELINE_SET, [OBSERVED_KERNEL] = TIMELINE_KERNEL,
		[OBSERVED_HOST_FUNCTION] = TIMELINE_HOST_FUNCTION, [OBSERVED_MIGRATION] = TIMELINE_MIGRATION,
	};

	*n = 0;
	if (!o || !o->nops)
		return 0;
	*entries = arena_array(arena, o->nops, sizeof **entries);
	if (!*entries)
		return error_nomem(err);
	for (size_t i = 0; i < o->nops; i++) {
		const struct observed_op *op = &o->ops[i];

		(*entries)[i] = (struct timeline_entry){
			.kind = kinds[op->kind], .device = op->device, .stream = op->stream, .name = op->what ? op->what : "",
			.file = "", /* no place: as text it would make the lines too long */
			.line = op->place.line, .bytes = op->bytes, .pinned = op->pinned,
			.graph = op->graph, .known = true, .start = op->start_ns, .end = op->end_ns, .because = TIMELINE_NO_ENTRY, .parent = TIMELINE_NO_ENTRY,
			.blocks = (uint64_t)op->grid.x * op->grid.y * op->grid.z, .fit = 1, .cost = op->end_ns - op->start_ns,
		};
	}
	*n = o->nops;
	return 0;
}

json_t *gantt_json(const struct timeline_entry *entries, size_t n)
{
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++) {
		const struct timeline_entry *e = &entries[i];

		json_array_append_new(all, json_pack("{s:s, s:s, s:i, s:i, s:I, s:I, s:I}", "kind", timeline_kinds[e->kind].what, "name", e->name,
						     "line", e->line, "stream", (int)e->stream, "start_ns", (json_int_t)e->start,
						     "end_ns", (json_int_t)e->end, "bytes", (json_int_t)e->bytes));
	}
	return all;
}
