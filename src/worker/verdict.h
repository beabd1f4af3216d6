/*
 * verdict.h - the list of verdicts: how an attempt can end, and who is responsible.
 */
#ifndef WARPBOOK_WORKER_VERDICT_H
#define WARPBOOK_WORKER_VERDICT_H

#include "base/error.h"

enum verdict {
#define VERDICT(id, name, party, headline) VERDICT_##id,
#include "worker/verdict.def"
#undef VERDICT
	VERDICT_COUNT
};

const char *verdict_name(enum verdict v);      /* "passed", "wrong-answer": stable, for --json and the database */
const char *verdict_headline(enum verdict v);  /* "wrong answer" */
enum party verdict_party(enum verdict v);
int verdict_from_name(const char *name);       /* -1 if unknown */

#endif
