/*
 * overlay.h - the texts of lessons and exercises in other languages: PO files beside the originals.
 *
 *	lessons/01_kernels/de.po      the texts of the lesson and its experiments
 *	exercises/01_kernels/de.po    titles, tasks and hints of its exercises
 *	lessons/de.po                 the names and texts of the glossary
 *	lessons/demos/de.po           titles, texts and labels of the ladders
 *
 * The last pack of the course that has the file counts, so a pack may bring nothing but translations. A message is a sentence, a
 * paragraph, an item of a list or a whole text, with single blanks; the longest that the file has is used. What it does not have,
 * or what has changed since, stays English, sentence by sentence.
 */
#ifndef WARPBOOK_CATALOG_OVERLAY_H
#define WARPBOOK_CATALOG_OVERLAY_H

#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

struct overlay;

/*
 * The overlay of the language in which the program speaks, for a folder such as "lessons/01_kernels". *o is NULL, without an
 * error, if there is none; the other functions take NULL, and leave all texts as they are.
 */
int overlay_open(struct overlay **o, const char *folder, struct error *err);
void overlay_close(struct overlay *o);

/* The text in the language; in the arena if it differs. NULL stays NULL. */
const char *overlay_text(struct overlay *o, struct arena *a, const char *text);

/* The texts of lessons and exercises opened from now on until overlay_gathered go through this file. For `author check`. */
int overlay_gather(const char *path, struct error *err);
/* untold: sentences without a translation; changed: messages that occur in no text, with the line of the first. */
struct overlay_state { size_t sentences, untold, changed; int line; const char *first; };
/* Where append is not NULL, adds the missing sentences to it as messages of a PO file. `first` lives in the arena. */
struct overlay_state overlay_gathered(struct arena *a, struct buf *append);

#endif
