/*
 * journal.h - the runtime library's log of a running host program: the harness sends each part to the parent at once, through
 * the report's socket, before the program's own code continues. Parts that are sent are no longer in the program's memory.
 *
 * The journal is a string of records in chunks; the borders of chunks have no meaning. A record is an array of 64-bit words in
 * the machine's byte order:
 *
 *	type | words << 8 | bytes of text << 32,   words,   text, filled up to whole words
 *
 * Operations of the timeline are those of timeline/timeline.h, in the order in which the library created them: the reader creates
 * them again, and so computes the times itself.
 */
#ifndef WARPBOOK_WORDS_JOURNAL_H
#define WARPBOOK_WORDS_JOURNAL_H

#include <stdint.h>

enum journal_type {
	JOURNAL_BEGIN = 1, /* the case begins: earlier records count for the times only */
	JOURNAL_END,
	JOURNAL_CALL,      /* a call begins */
	JOURNAL_LEFT,      /* site, error; its name: it has returned. site: a hash of the callers */
	JOURNAL_CLOCK,     /* thread, ns; its name, or none for the thread's last call: a call takes that time (longer) */
	JOURNAL_ADD,       /* enum journal_add; its name: an operation was submitted */
	JOURNAL_COST,      /* entry, ns */
	JOURNAL_DROP,      /* entry */
	JOURNAL_WAIT,      /* thread, entry or JOURNAL_NO_ENTRY: the host has waited for that entry */
	JOURNAL_WAIT_ALL,  /* thread, device or UINT64_MAX for all */
	JOURNAL_OP,        /* enum journal_op, counters; its name: an operation has ended */
	JOURNAL_MADE,      /* enum journal_object, id, bytes, whether it is memory of a device */
	JOURNAL_GONE,      /* enum journal_object, id: was released */
	JOURNAL_FINDING,   /* kind, level */
	JOURNAL_ABLE,      /* a call that could have failed */
	JOURNAL_FORCED,    /* error; the name of the call that failed on purpose */
	JOURNAL_AFTER,     /* the name of the call after it */
	JOURNAL_CHILD,     /* as JOURNAL_ADD, before the entries that it follows: the parent's entry, its time, whether a tail launch */
	JOURNAL_READ,      /* an operation's number, an address: another operation has read what that copy brought, in the memory there */
	JOURNAL_TYPES
};

enum journal_add { ADD_KIND, ADD_DEVICE, ADD_STREAM, ADD_THREAD, ADD_BYTES, ADD_PINNED, ADD_GRAPH, ADD_PRIORITY, ADD_BLOCKS, ADD_FIT,
		   ADD_LEAD, ADD_COST, ADD_WORDS /* the entries that it follows come after these */ };
enum journal_child { CHILD_PARENT = ADD_WORDS, CHILD_MOMENT, CHILD_TAIL, CHILD_WORDS };
enum journal_op { OP_NUMBER, OP_ENTRY, OP_KIND, OP_DEVICE, OP_STREAM, OP_ASYNCHRONOUS, OP_PINNED, OP_BYTES, OP_SHARED, OP_GRID,
		  OP_BLOCK = OP_GRID + 3, OP_WORDS = OP_BLOCK + 3 };
enum journal_object { JOURNAL_MEMORY, JOURNAL_STREAM, JOURNAL_EVENT, JOURNAL_OBJECTS };

#define JOURNAL_NO_ENTRY UINT64_MAX
#define JOURNAL_TAG 'S'               /* of a chunk, in the report */
#define JOURNAL_HEAD 9                /* the tag, and the length as 8 bytes, least significant first */
#define JOURNAL_CHUNK ((size_t)8192)  /* the most, without its head */
#define JOURNAL_WORDS_MOST ((size_t)1 << 20) /* the most in a record; an operation may follow many */
#define JOURNAL_TEXT_MOST ((size_t)1 << 20)  /* the most; kernels made from templates have long names */

#endif
