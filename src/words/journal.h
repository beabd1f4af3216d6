/*
 * journal.h - the runtime library's log of a running host program: the harness sends each part to the parent at once, through
 * the report's socket, before the program's own code continues. Parts that are sent are no longer in the program's memory.
 *
 * The journal is a string of records in chunks; the borders of chunks have no meaning. A record is an array of 64-bit words in
 * the machine's byte order:
 *
 *	type | words << 8 | bytes of text << 32,   words,   text, filled up to whole words
 *
 * It is all that the parent hears of the run, and tells each thing once, when it happens. A site stands for the callers of a
 * call: a hash of their addresses, 0 for none. Which line of the program that is takes long to find out, so JOURNAL_PLACE tells
 * it before the end, for all sites. After a crash in the middle of a record comes an empty chunk: what has arrived of the record
 * is void.
 *
 * Operations of the timeline are those of timeline/timeline.h, in the order in which the library created them: the reader creates
 * them again, and so computes the times itself.
 */
#ifndef WARPBOOK_WORDS_JOURNAL_H
#define WARPBOOK_WORDS_JOURNAL_H

#include <stdint.h>

enum journal_type {
	JOURNAL_BEGIN = 1, /* the case begins: earlier records count for the times only. */
	JOURNAL_END,       /* journal_sum of all words before it */
	JOURNAL_CALL,      /* a call begins */
	JOURNAL_LEFT,      /* site, error, ns of the host without waiting; its name: it has returned */
	JOURNAL_CLOCK,     /* thread, ns, site; its name, or none for the thread's last call: a call takes that time (longer) */
	JOURNAL_ADD,       /* enum journal_add; its name: an operation was submitted */
	JOURNAL_COST,      /* entry, ns */
	JOURNAL_DROP,      /* entry */
	JOURNAL_WAIT,      /* thread, entry or JOURNAL_NO_ENTRY, site: the host has waited for that entry */
	JOURNAL_WAIT_ALL,  /* thread, device or UINT64_MAX for all, site */
	JOURNAL_OP,        /* enum journal_op, counters; its name: an operation has ended */
	JOURNAL_MADE,      /* enum journal_object, id, bytes, enum journal_area, site; the call, if it has a name */
	JOURNAL_GONE,      /* enum journal_object, id: was released, or is not the program's to release */
	JOURNAL_FINDING,   /* enum journal_finding; its texts one after the other */
	JOURNAL_MORE,      /* a finding's place in the order, threads: as many more do the same */
	JOURNAL_MOVED,     /* place: the last finding moves there in the order */
	JOURNAL_ABLE,      /* a call that could have failed */
	JOURNAL_FORCED,    /* error, site; the name of the call that failed on purpose */
	JOURNAL_AFTER,     /* site; the name of the call after it */
	JOURNAL_CHILD,     /* as JOURNAL_ADD, before the entries that it follows: the parent's entry, its time, whether a tail
			      launch */
	JOURNAL_READ,      /* an operation's number, an address: another operation has read what that copy brought, in the memory
			      there */
	JOURNAL_BROUGHT,   /* an operation's number, bytes: so much of its results is where the host can read it, and was not the
			      host's */
	JOURNAL_SENT,      /* an operation's number, the observed_hash of the bytes that this copy takes from the host's memory */
	JOURNAL_TIMED,     /* two entries: the program asked for the time from the end of one to the end of the other */
	JOURNAL_PLACE,     /* site, line; file */
	JOURNAL_TYPES
};

enum journal_add { ADD_KIND, ADD_DEVICE, ADD_STREAM, ADD_THREAD, ADD_BYTES, ADD_PINNED, ADD_GRAPH, ADD_PRIORITY,
		   ADD_BLOCKS, ADD_FIT,
		   ADD_LEAD, ADD_COST, ADD_SITE, ADD_WORDS /* the entries that it follows come after these */ };
enum journal_child { CHILD_PARENT = ADD_WORDS, CHILD_MOMENT, CHILD_TAIL, CHILD_WORDS };
enum journal_op { OP_NUMBER, OP_ENTRY, OP_KIND, OP_DEVICE, OP_STREAM, OP_ASYNCHRONOUS, OP_PINNED, OP_BYTES, OP_SHARED, OP_GRID,
		  OP_BLOCK = OP_GRID + 3, OP_WORDS = OP_BLOCK + 3 };
enum journal_object { JOURNAL_MEMORY, JOURNAL_STREAM, JOURNAL_EVENT, JOURNAL_GRAPH, JOURNAL_EXEC, JOURNAL_LIBRARY,
		      JOURNAL_PROGRAM, JOURNAL_OBJECTS };
/* The kinds of memory with a peak; AREA_NONE: other memory, and what is none. */
enum journal_area { AREA_NONE, AREA_DEVICE, AREA_PINNED, AREAS };
/* number: from 1, to know one that is sent twice; place: in the order of all; lengths of the texts, 0: none. */
enum journal_finding { SAYS_NUMBER, SAYS_PLACE, SAYS_KIND, SAYS_LEVEL, SAYS_THREADS, SAYS_LINE, SAYS_OTHER_LINE, SAYS_BLOCK,
		       SAYS_THREAD = SAYS_BLOCK + 3, SAYS_MESSAGE = SAYS_THREAD + 3, SAYS_ADVICE, SAYS_FILE, SAYS_OTHER_FILE,
		       SAYS_WORDS };

/*
 * Adds a word to the sum. The library keeps it as it writes, the reader as it reads: so a part that was lost, and a record that
 * the library did not write, shows at the end.
 */
static inline uint64_t journal_sum(uint64_t sum, uint64_t word)
{
	return (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

#define JOURNAL_NO_ENTRY UINT64_MAX
#define JOURNAL_TAG 'S'               /* of a chunk, in the report */
#define JOURNAL_HEAD 9                /* the tag, and the length as 8 bytes, least significant first */
#define JOURNAL_CHUNK ((size_t)8192)  /* the most, without its head */
#define JOURNAL_WORDS_MOST ((size_t)1 << 20) /* the most in a record; an operation may follow many */
#define JOURNAL_TEXT_MOST ((size_t)1 << 20)  /* the most; kernels made from templates have long names */

#endif
