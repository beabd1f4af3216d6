/*
 * speed_host.c - sentences about the host's side: what does not overlap, allocations and small copies in loops, and bytes that go
 * to the host and back.
 */
#include "config.h"

#include "profile/speed.h"

#include <string.h>

#include "timeline/timeline_draw.h"

#define PART_LEAST  0.05 /* of the program's time */
#define TIMES_LEAST 8    /* calls from one place: a loop */

static bool runs(const struct timeline_entry *e)
{
	return e->known && !e->dropped && e->end > e->start;
}

static bool is_copy(const struct timeline_entry *e)
{
	return e->kind == TIMELINE_COPY_IN || e->kind == TIMELINE_COPY_OUT;
}

static bool is_work(const struct timeline_entry *e)
{
	return runs(e) && (is_copy(e) || e->kind == TIMELINE_KERNEL || e->kind == TIMELINE_SET ||
			   e->kind == TIMELINE_COPY_WITHIN);
}

static struct speed_place place_of(const struct timeline_entry *e)
{
	return (struct speed_place){ .file = *e->file ? e->file : NULL, .line = e->line };
}

/* "1.2 MB" in the arena, or the time. */
static const char *bytes_text(struct speed *s, uint64_t bytes)
{
	struct buf text = BUF_INIT;
	const char *kept;

	timeline_put_bytes(&text, bytes);
	kept = arena_strdup(s->arena, buf_text(&text));
	buf_release(&text);
	return kept ? kept : "";
}

static const char *time_text(struct speed *s, double ns)
{
	struct buf text = BUF_INIT;
	const char *kept;

	timeline_put_time(&text, (uint64_t)ns);
	kept = arena_strdup(s->arena, buf_text(&text));
	buf_release(&text);
	return kept ? kept : "";
}

/* ---- overlap --------------------------------------------------------------------------------------- */

#define OVERLAP_LEAST 0.25 /* with more of it there is no sentence */

struct streams {
	size_t first, last;                /* entries of streams other than the default one */
	size_t ours;                       /* how many these are */
	const struct timeline_entry *barred; uint64_t nbarred;     /* work in the default stream between them */
	const struct timeline_entry *pageable; uint64_t npageable; /* asynchronous copies of pageable memory there */
};

static void streams_find(const struct speed *s, struct streams *f)
{
	*f = (struct streams){ .first = TIMELINE_NO_ENTRY };
	for (size_t i = 0; i < s->nentries; i++)
		if (is_work(&s->entries[i]) && s->entries[i].stream) {
			f->first = f->first == TIMELINE_NO_ENTRY ? i : f->first;
			f->last = i;
			f->ours++;
		}
	for (size_t i = f->first; f->ours && i <= f->last; i++) {
		const struct timeline_entry *e = &s->entries[i];

		if (!is_work(e))
			continue;
		if (!e->stream) {
			f->nbarred++;
			f->barred = f->barred ? f->barred : e;
		} else if (is_copy(e) && !e->pinned) {
			f->npageable++;
			f->pageable = f->pageable ? f->pageable : e;
		}
	}
}

/* The time from the first work to the last: without the calls before it. */
static double work_ns(const struct speed *s)
{
	uint64_t start, end;

	return timeline_extent(s->entries, s->nentries, TIMELINE_COPIES | TIMELINE_SET(TIMELINE_KERNEL), &start, &end) ?
	       (double)(end - start) : 0;
}

/* What perfect overlap of the engines would save: an upper bound. */
static double overlap_saves(const struct speed *s)
{
	uint64_t start = 0, end = (uint64_t)work_ns(s), busy[3], most = 0;

	busy[0] = timeline_busy(s->entries, s->nentries, TIMELINE_SET(TIMELINE_KERNEL), -1);
	busy[1] = timeline_busy(s->entries, s->nentries, TIMELINE_SET(TIMELINE_COPY_IN), -1);
	busy[2] = timeline_busy(s->entries, s->nentries, TIMELINE_SET(TIMELINE_COPY_OUT), -1);
	for (int i = 0; i < 3; i++)
		most = busy[i] > most ? busy[i] : most;
	/* Idle times are no lack of overlap. */
	end = busy[0] + busy[1] + busy[2] < end - start ? busy[0] + busy[1] + busy[2] : end - start;
	return end > most ? (double)(end - most) : 0;
}

static void overlap_say(struct speed *s)
{
	const double saves = overlap_saves(s), overlap = timeline_overlap(s->entries, s->nentries, TIMELINE_COPIES,
									  TIMELINE_SET(TIMELINE_KERNEL));
	struct speed_place place;
	struct streams f;

	streams_find(s, &f);
	if (f.ours < 4 || overlap > OVERLAP_LEAST || saves < PART_LEAST * work_ns(s) || s->python)
		return;
	if (f.nbarred >= 2) {
		place = place_of(f.barred);
		speed_say(s, "default-stream", &place, NULL, saves,
			  "give it a stream of the program, or create the streams with cudaStreamNonBlocking if no order is "
			  "needed",
			  "this %s is in the default stream, which waits for all other streams, and they for it, %llu times: "
			  "%.0f %% of the copies' time overlaps with kernels",
			  f.barred->kind == TIMELINE_KERNEL ? "kernel" : is_copy(f.barred) ? "copy" : "work",
			  (unsigned long long)f.nbarred, 100 * overlap);
	}
	if (f.npageable >= 2) {
		place = place_of(f.pageable);
		speed_say(s, "pageable", &place, NULL, saves, "allocate the host's memory with cudaMallocHost, once",
			  "%llu asynchronous copies use pageable memory: the host waits in each, and %.0f %% of the copies' time "
			  "overlaps with kernels", (unsigned long long)f.npageable, 100 * overlap);
	}
}

/* ---- copies ------------------------------------------------------------------------------------------ */

#define SMALL_TIMES 32
#define SMALL_BYTES 65536 /* mostly latency */

static bool same_place(const struct timeline_entry *a, const struct timeline_entry *b)
{
	return a->kind == b->kind && a->line == b->line && !strcmp(a->file, b->file);
}

static bool is_first(const struct timeline_entry *e, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (same_place(&e[k], &e[i]) && runs(&e[k]))
			return false;
	return true;
}

/* With kernels between them, the copies may need their results. */
static void small_copies_say(struct speed *s, size_t from)
{
	const struct timeline_entry *e = &s->entries[from];
	struct speed_place place = place_of(e);
	uint64_t times = 0, bytes = 0, ns = 0, between = 0;

	for (size_t i = from; i < s->nentries; i++) {
		if (!runs(&s->entries[i]))
			continue;
		if (same_place(&s->entries[i], e)) {
			times++;
			bytes += s->entries[i].bytes;
			ns += s->entries[i].end - s->entries[i].start;
		} else if (s->entries[i].kind == TIMELINE_KERNEL && times) {
			between++;
		}
	}
	if (times < SMALL_TIMES || bytes / times > SMALL_BYTES || between * 4 > times || !place.line)
		return;
	ns += times * cost_call("cudaMemcpy", 0);
	ns -= cost_move(e->kind, bytes, e->pinned);
	if ((double)ns < PART_LEAST * work_ns(s))
		return;
	speed_say(s, "small-copies", &place, NULL, (double)ns, "gather them in one array, and copy that once",
		  "%llu copies of %s each: a copy takes %s, however small it is", (unsigned long long)times,
		  bytes_text(s, bytes / times), time_text(s, (double)cost_move(e->kind, bytes / times, e->pinned)));
}

#define TURNS_LEAST  8
#define TURNS_PART   0.25 /* of the time */

/* Copies of one size from one place, with kernels between them and nothing that the host brings. */
static void turns_say(struct speed *s, size_t from)
{
	const struct timeline_entry *e = &s->entries[from];
	const struct speed_place place = place_of(e);
	uint64_t times = 0, ns = 0, between = 0, brought = 0, kernels = 0;
	double saved;

	for (size_t i = from; i < s->nentries; i++) {
		if (!runs(&s->entries[i]))
			continue;
		if (same_place(&s->entries[i], e) && s->entries[i].bytes == e->bytes) {
			times++;
			ns += s->entries[i].end - s->entries[i].start;
			between += kernels > 0;
			kernels = 0;
		}
		kernels += s->entries[i].kind == TIMELINE_KERNEL;
		brought += s->entries[i].kind == TIMELINE_COPY_IN;
	}
	saved = times ? (double)ns * (double)(times - 1) / (double)times : 0;
	if (e->kind != TIMELINE_COPY_OUT || times < TURNS_LEAST || between * 4 < times * 3 || brought * 2 > times ||
	    !place.line || saved < TURNS_PART * work_ns(s))
		return;
	speed_say(s, "copies-each-turn", &place, NULL, saved,
		  s->python ? "call copy_to_host once, after the loop; if the host needs each of them, copy to a "
			      "cuda.pinned_array in a stream of its own, while kernels run" :
			      "copy once, after the loop; if the host needs each of them, copy to pinned memory in a stream of "
			      "its own, while kernels run",
		  "%llu times, after each turn's kernel, this copies %s to the host: %.0f %% of the time",
		  (unsigned long long)times, bytes_text(s, e->bytes), 100 * (double)ns / work_ns(s));
}

static void copies_say(struct speed *s)
{
	const double overlap = timeline_overlap(s->entries, s->nentries, TIMELINE_COPIES, TIMELINE_SET(TIMELINE_KERNEL));
	uint64_t copies = 0;

	for (size_t i = 0; i < s->nentries; i++)
		copies += is_copy(&s->entries[i]) && runs(&s->entries[i]);
	if (copies < TURNS_LEAST)
		return;
	for (size_t i = 0, seen = 0; i < s->nentries && seen < 64; i++)
		if (is_copy(&s->entries[i]) && runs(&s->entries[i]) && is_first(s->entries, i)) {
			seen++;
			small_copies_say(s, i);
			if (overlap <= OVERLAP_LEAST)
				turns_say(s, i);
		}
}

/* In a loop the copies back are part of a longer way. */
static bool is_in_loop(const struct speed *s, const struct speed_place *place)
{
	for (size_t i = 0; i < s->nreturns; i++)
		if (!s->returns[i].to_host && s->returns[i].in.line == place->line && s->returns[i].times >= 3)
			return true;
	return false;
}

/* Copies of Numba's that a device array saves. */
static void unchanged_say(struct speed *s, const struct speed_return *r)
{
	speed_say(s, "host-arrays", &r->in, NULL, r->ns,
		  "copy it once with d = cuda.to_device(a) and give the kernel d; a result is made by cuda.device_array and "
		  "copied by copy_to_host()",
		  "the kernel gets arrays of the host: Numba copies all of them back, also %s that the kernel has not changed",
		  bytes_text(s, r->bytes));
}

static void returns_say(struct speed *s)
{
	for (size_t i = 0; i < s->nreturns; i++) {
		const struct speed_return *r = &s->returns[i];

		if (r->ns < PART_LEAST * work_ns(s))
			continue;
		if (r->to_host && !is_in_loop(s, &r->in))
			unchanged_say(s, r);
		if (r->to_host || r->times < 3)
			continue;
		if (s->python && r->out.line == r->in.line)
			speed_say(s, "host-arrays", &r->in, NULL, r->ns,
				  "make it a device array before the loop: d = cuda.to_device(a), and d.copy_to_host() at "
				  "the end",
				  "the kernel gets an array of the host: %llu times Numba copies %s to the host, and the same "
				  "bytes back to the device",
				  (unsigned long long)r->times, bytes_text(s, r->bytes / r->times));
		else
			speed_say(s, "copies-back", &r->in, NULL, r->ns,
				  s->python ? "call cuda.to_device once before the loop and copy_to_host once after it: the "
					      "array stays on the device between the kernels" :
					      "leave them on the device between the kernels, and copy them to the host once, at "
					      "the end",
				  "%llu times this copies bytes to the device that line %d has copied from the same place, "
				  "unchanged: %s each time", (unsigned long long)r->times, r->out.line,
				  bytes_text(s, r->bytes / r->times));
	}
}

/* Pages move at the first access of the other side. */
static void migrations_say(struct speed *s)
{
	for (size_t i = 0; i < s->nmigrations; i++) {
		const struct speed_migration *m = &s->migrations[i];

		if (m->times < 3 || m->ns < PART_LEAST * s->ns)
			continue;
		speed_say(s, "migrations", &m->launch, NULL, m->ns,
			  "let a kernel do what the host does between them, or copy what the host needs to memory of its own; "
			  "cudaMemPrefetchAsync moves pages before they are needed",
			  "%llu times the host uses pages of %s%s between kernels that use it, too: they move to the host and "
			  "back, %s each time", (unsigned long long)m->times, *m->name ? "managed memory " : "managed memory",
			  m->name, bytes_text(s, m->bytes / m->times));
	}
}

/* ---- waits ------------------------------------------------------------------------------------------- */

static bool waits_for_all(const char *name)
{
	return !strcmp(name, "cudaDeviceSynchronize") || !strcmp(name, "cudaStreamSynchronize") ||
	       !strcmp(name, "cudaThreadSynchronize") || !strcmp(name, "cuCtxSynchronize") ||
	       !strcmp(name, "cuStreamSynchronize");
}

/* What the host does between two waits, if it only launches kernels, and the last one of these. */
struct turn { uint64_t kernels, others, busy; const struct timeline_entry *last; };

/* Waits between launches, and what comes between them. */
struct needless {
	const struct timeline_entry *most; uint64_t most_times; /* at the place with the most */
	uint64_t times, kernels, now, busy;
};

/* Another stream does not wait for this one without the host. */
static bool same_stream(const struct timeline_entry *a, const struct timeline_entry *b)
{
	return a->device == b->device && a->stream == b->stream;
}

/* Nothing but another kernel of the stream follows the wait. */
static bool kernel_follows(const struct speed *s, size_t wait, const struct timeline_entry *last)
{
	for (size_t i = wait + 1; i < s->nentries; i++)
		if (s->entries[i].known && !s->entries[i].dropped && s->entries[i].kind != TIMELINE_HOST_CALL)
			return s->entries[i].kind == TIMELINE_KERNEL && same_stream(&s->entries[i], last);
	return false;
}

static uint64_t times_at(const struct speed *s, const struct timeline_entry *wait)
{
	uint64_t times = 0;

	for (size_t i = 0; i < s->nentries; i++)
		times += same_place(&s->entries[i], wait);
	return times;
}

static void needless_find(const struct speed *s, struct needless *n)
{
	struct turn turn = { .others = 1 };
	uint64_t since = 0;

	*n = (struct needless){ .times = 0 };
	for (size_t i = 0; i < s->nentries; i++) {
		const struct timeline_entry *e = &s->entries[i];

		if (!e->known || e->dropped || e->kind == TIMELINE_HOST_CALL)
			continue;
		if (e->kind != TIMELINE_HOST_WAIT) {
			turn.others += e->kind != TIMELINE_KERNEL && e->kind != TIMELINE_RECORD && e->kind != TIMELINE_SET;
			turn.others += turn.last && e->kind == TIMELINE_KERNEL && !same_stream(e, turn.last);
			turn.kernels += e->kind == TIMELINE_KERNEL;
			turn.last = e->kind == TIMELINE_KERNEL ? e : turn.last;
			turn.busy += e->end - e->start + e->lead;
			continue;
		}
		if (turn.kernels && !turn.others && waits_for_all(e->name) && kernel_follows(s, i, turn.last)) {
			n->times++;
			n->kernels += turn.kernels;
			n->busy += turn.busy;
			n->now += e->end - since;
			if (!n->most || (!same_place(e, n->most) && times_at(s, e) > n->most_times)) {
				n->most = e;
				n->most_times = times_at(s, e);
			}
		}
		turn = (struct turn){ 0 };
		since = e->end;
	}
}

/* Work of a stream keeps its order without the host, which can launch ahead of the device. */
static void waits_say(struct speed *s)
{
	struct needless n;
	struct speed_place place;
	uint64_t then;

	needless_find(s, &n);
	if (n.times < TIMES_LEAST || s->seen * 4 > n.times)
		return;
	then = n.kernels * cost_call("cudaLaunchKernel", 0);
	then = n.busy > then ? n.busy : then;
	if (n.now <= then || (double)(n.now - then) < PART_LEAST * work_ns(s))
		return;
	place = place_of(n.most);
	speed_say(s, "waits", &place, NULL, (double)(n.now - then),
		  s->python ? "leave cuda.synchronize() out of the loop: kernels of a stream run in their order without it" :
			      "leave it out: kernels of a stream run in their order without it; wait once, before the host needs "
			      "their results",
		  "%llu times the host waits for %s before it launches the next: the device is idle until that arrives, %s in "
		  "all", (unsigned long long)n.times, n.kernels == n.times ? "a kernel" : "kernels",
		  time_text(s, (double)(n.now - then)));
}

/* ---- calls -------------------------------------------------------------------------------------------- */

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

static bool frees(const char *name)
{
	return (begins(name, "cudaFree") && !strstr(name, "Async")) || strstr(name, "Destroy");
}

static bool makes(const char *name)
{
	return ((begins(name, "cudaMalloc") || begins(name, "cudaHostAlloc") || begins(name, "cudaHostRegister")) &&
		!strstr(name, "Async")) ||
	       begins(name, "cudaStreamCreate") || begins(name, "cudaEventCreate") || begins(name, "cudaGraphInstantiate");
}

/* Calls that free in a loop: all that are repeated, since their lines are others than those of the calls that make. */
static double freeing_ns(const struct speed *s, uint64_t *times)
{
	double ns = 0;

	*times = 0;
	for (size_t i = 0; i < s->ncalls; i++)
		if (frees(s->calls[i].name) && s->calls[i].times >= TIMES_LEAST) {
			ns += (double)s->calls[i].ns * (double)(s->calls[i].times - 1) / (double)s->calls[i].times;
			*times += s->calls[i].times;
		}
	return ns;
}

static void allocations_say(struct speed *s)
{
	const struct speed_call *most = NULL;
	uint64_t freed, made = 0;
	double ns = freeing_ns(s, &freed);

	for (size_t i = 0; i < s->ncalls; i++) {
		const struct speed_call *c = &s->calls[i];

		if (!makes(c->name) || c->times < TIMES_LEAST)
			continue;
		ns += (double)c->ns * (double)(c->times - 1) / (double)c->times;
		made += c->times;
		if (!most || c->ns > most->ns)
			most = c;
	}
	if (!most || s->python || ns < PART_LEAST * s->ns)
		return;
	speed_say(s, "allocations", &most->place, NULL, ns,
		  freed * 2 >= made ? "allocate once before the loop and use it in each turn, or take cudaMallocAsync" :
				      "allocate once for all of them, and take parts of it",
		  "%s is called here %llu times: with the calls that free, allocating costs %s", most->name,
		  (unsigned long long)most->times, time_text(s, ns));
}

void speed_say_host(struct speed *s)
{
	overlap_say(s);
	copies_say(s);
	returns_say(s);
	migrations_say(s);
	waits_say(s);
	allocations_say(s);
}
