/*
 * server.h - the server's state, shared by the files of this room.
 *
 * One thread reads messages and answers them; it never waits for a child (errand.h). Each open file has the work that is wanted
 * for it; when the child ends, the next file's work begins. A newer save cancels a check of the same file that still runs.
 */
#ifndef WARPBOOK_LSP_SERVER_H
#define WARPBOOK_LSP_SERVER_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>

#include "base/buf.h"
#include "catalog/catalog.h"
#include "lesson/glossary.h"
#include "lsp/errand.h"

enum work { WORK_CHECK, WORK_PROFILE, WORK_HINT, WORK_MEND, WORKS };

struct mends;

struct doc {
	struct doc *next;
	char *uri;
	char path[PATH_MAX];      /* "": no file of this machine */
	struct buf text;
	const char *exercise;     /* the id, which the catalog owns; NULL: none */
	bool python, has_main;
	bool dirty;               /* the editor's text differs from the file's */
	bool wanted[WORKS];
	char verdict[256];        /* of the last check; "": none */
	json_t *published;        /* the URIs with diagnostics of the last check, as keys */
	json_t *profile;          /* of this text, or NULL */
	struct mends *mends;      /* edits for this text, or NULL */
};

struct server {
	int out;
	bool gone;                /* the editor does not read any more */
	bool ready, shut, ended;  /* after initialize, shutdown, exit */
	bool shows_progress, refreshes_lenses, refreshes_hints;
	bool shares;              /* the option: a line's share of time stands behind it */
	bool trusts_folders;      /* those that the editor opened */
	json_t *folders, *trusted; /* absolute paths */
	double seconds;           /* the most that a program may run */
	struct catalog catalog;
	struct glossary *glossary; /* NULL: there is none */
	struct doc *docs;
	int wake[2];
	unsigned long requests;   /* that the server sent */

	struct errand errand;
	struct {
		enum work work;
		char *uri, token[32];
		char temp[PATH_MAX];      /* a folder of its own, or "" */
		char path[PATH_MAX], own[PATH_MAX], folder[PATH_MAX], object[PATH_MAX];
		bool compiles_only;
		struct buf text;
	} now;
};

/* ---- server.c: messages to the editor. Each takes over its JSON. ---- */
void server_notify(struct server *s, const char *method, json_t *params);
void server_request(struct server *s, const char *method, json_t *params);
enum show { SHOW_ERROR = 1, SHOW_WARNING, SHOW_INFORMATION };
void server_show(struct server *s, enum show type, const char *text);

/* ---- doc.c ---- */
struct doc *doc_open(struct server *s, const json_t *item);
struct doc *doc_find(const struct server *s, const char *uri);
/* Reads what the text is: after each change. */
void doc_classify(struct server *s, struct doc *d);
void doc_close(struct server *s, struct doc *d);
/* Is the file in a folder whose programs may run? */
bool server_trusts(const struct server *s, const char *path);
/* Reads initializationOptions.trust: true, or a list of folders. */
void server_trust(struct server *s, const json_t *params);
/* The user opened other folders in the editor, or closed some. */
void server_refold(struct server *s, const json_t *event);

/* ---- works.c ---- */
void work_want(struct server *s, struct doc *d, enum work work);
/* Ends the work on that file, or, with NULL, on any. */
void work_cancel(struct server *s, const char *uri);
/* The child has ended: shows what it said. */
void work_ended(struct server *s);

/* ---- hover.c: the results of requests; new references, json null where there is nothing ---- */
json_t *hover_at(const struct server *s, const struct doc *d, const json_t *position);
json_t *lenses_of(const struct server *s, const struct doc *d);
/* Does the profile of the text say of a line what it costs? */
bool profile_has_lines(const struct doc *d);
/* The shares of the lines of a Range. */
json_t *shares_in(const struct doc *d, const json_t *range);

/* ---- mends.c: edits that remedy a finding ---- */
/* After the check of the document, with its report, and the diagnostics of its own URI. */
void mends_propose(struct server *s, struct doc *d, const json_t *report, const json_t *diagnostics);
/* The text has changed: no edit is for it. */
void mends_clear(struct server *s, struct doc *d);
/* The text with the edit that WORK_MEND checks next, behind `out`; and that check's report, NULL if it made none. */
void mend_text(const struct doc *d, struct buf *out);
void mend_checked(struct server *s, struct doc *d, const json_t *report);
/* The CodeActions that the parameters ask for. */
json_t *actions_at(const struct doc *d, const json_t *params);

#endif
