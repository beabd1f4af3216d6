/*
 * journal.h - writes words/journal.h's records. Every function is called with the runtime's lock held, and does nothing
 * before journal_seal. The reader stops at the end.
 *
 * Records wait in a small buffer while a call is being made, and leave before the lock is released: so all of them are
 * gone when the program's own code runs, in a callback too. Where they go lies in a page that journal_seal makes read-only;
 * the harness lets nothing change that page's rights.
 */
#ifndef WARPBOOK_CUDART_JOURNAL_H
#define WARPBOOK_CUDART_JOURNAL_H

#include "cudart/observe.h"
#include "cudart/queue.h"
#include "words/journal.h"

/*
 * send takes chunks, each after JOURNAL_HEAD bytes for its head; it ends the process if it cannot pass one on. The first time
 * counts, forever. clock: the thread's time.
 */
void journal_seal(observe_send *send, int to, uint64_t clock);
void journal_begin(void);
/* Says where all sites are; the second function the journal's end. */
void journal_places(void);
void journal_end(void);
void journal_flush(void);
/*
 * The program is in a signal handler, which may have interrupted any function
 * here: makes the journal whole, without the rest of a record.
 */
void journal_crashed(void);

/* Writes one record; the second function adds `more` words after the first ones. */
void journal_put(enum journal_type type, const uint64_t *words, size_t n, const char *text);
void journal_put_more(enum journal_type type, const uint64_t *words, size_t n, const size_t *more, size_t nmore,
		      const char *text);
#define JOURNAL(type, text, ...) \
	journal_put((type), (const uint64_t[]){ __VA_ARGS__ }, sizeof (uint64_t[]){ __VA_ARGS__ } / sizeof(uint64_t), (text))

/* The number that stands for the site, which journal_places remembers. */
uint64_t journal_site(const struct call_site *site);
/* The same for a place that is known: tells it at once. 0 for none. */
uint64_t journal_place(const char *file, int line);

/* The call has made an object, which the program must release. */
void journal_made(enum journal_object what, const void *object, const struct call *call);
void journal_gone(enum journal_object what, const void *object);
void journal_left(const struct call *call, cudaError_t error);
/* An operation that has ended; entry: the timeline's. */
void journal_op(const struct op *op, uint64_t entry);
/* observe.c: do rules judge this operation, and as what kind? */
bool observe_takes(const struct op *op);
/* Is the program an exercise's, whose outcome another process judges? */
bool observe_is_on(void);
enum observed_kind observe_kind(const struct op *op);
/* A finding, at that place in the order of those that were told. */
void journal_finding(const struct finding *f, size_t place);

#endif
