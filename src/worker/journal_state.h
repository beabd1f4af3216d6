/*
 * journal_state.h - what journal.c has taken from a journal, and retell.c makes struct observed of. Private to these two.
 */
#ifndef WARPBOOK_WORKER_JOURNAL_STATE_H
#define WARPBOOK_WORKER_JOURNAL_STATE_H

#include "timeline/timeline.h"
#include "worker/journal.h"
#include "base/table.h"
#include "words/journal.h"

#define JOURNAL_DEVICES  64
#define JOURNAL_COUNTERS 256
#define JOURNAL_TIMED_MOST 64 /* times that are kept; later ones are not judged */

/* All names are kept once: the same text has the same address. */
struct journal_call { const char *name; uint64_t site, times, failed, error, ns; };
/* What a call at a site has made of an area: memory that exists now and, unless `changed` since, at the peak. */
struct journal_maker { const char *what; enum journal_area area; uint64_t site, n, bytes, peak_n, peak_bytes, changed; };
struct journal_thing { size_t maker; uint64_t bytes; bool live, old; }; /* old: from before the beginning */
/* Of the timeline, by index; judged: rules see it. */
struct journal_entry { uint64_t device, stream, bytes, pinned, site; bool judged, run, priced, dropped; };
struct journal_work { uint64_t number, entry, kind, device, stream, asynchronous, pinned, bytes, shared,
		      shape[6]; const char *name; uint64_t read_in, brought, hash; };
struct journal_timed { uint64_t from, to; }; /* entries */
struct journal_place { const char *file; int line; };

struct journal {
	/* The stream. */
	unsigned char head[JOURNAL_HEAD];
	size_t nhead;
	uint64_t left;             /* of the report's record or of the chunk */
	bool inside, is_chunk;
	struct buf pending;        /* an unfinished record */
	size_t bytes;
	uint64_t sum;
	/*
	 * unreadable: no record is found any more; broken: one makes no sense,
	 * and only what explains a crash counts from there on.
	 */
	bool began, ended, unreadable, broken, flood;
	/* The contents. */
	struct arena arena;        /* of all arrays here */
	struct arena *texts;       /* of the texts, which struct observed keeps */
	struct table names, calls_at, makers_at, objects_at, places_at, work_at;
	uint64_t calls_begun, calls_left, calls_failed;
	struct journal_call *calls; size_t ncalls, calls_cap;
	struct journal_work *work; size_t nwork, work_cap;
	uint64_t nwork_all, again; /* operations; and those after the end */
	struct timeline *timeline;
	size_t host_from;          /* the first of its entries that belongs to the case */
	struct journal_entry *entries; size_t nentries, entries_cap;
	uint64_t *host_sites; size_t nhost_sites, host_sites_cap; /* of the calls that the timeline keeps */
	struct { size_t *at, n, cap; } since[JOURNAL_DEVICES];
	struct journal_thing *objects; size_t nobjects, objects_cap;
	struct journal_maker *makers; size_t nmakers, makers_cap;
	struct { uint64_t bytes, peak_bytes, peaks; } areas[AREAS]; /* peaks: how often there was a new one */
	struct journal_timed timed[JOURNAL_TIMED_MOST]; size_t ntimed;
	uint64_t counters[JOURNAL_COUNTERS];
	struct finding *findings; size_t nfindings, findings_cap;
	uint64_t findings_told;
	struct journal_place *places; size_t nplaces, places_cap;
	uint64_t able;
	struct { const char *name; uint64_t site, error; } forced;
	struct { const char *name; uint64_t site; } after;
};

/* The text's only copy; NULL when out of memory, which marks the journal as broken. */
const char *journal_name(struct journal *j, const char *text, size_t len);
/* A call's name as rules have it, kept once. */
const char *journal_plain_name(struct journal *j, const char *name);

#endif
