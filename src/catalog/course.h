/*
 * course.h - the course: the lessons and exercises of one or several packs.
 *
 * A pack is a folder with lessons/, exercises/ and solutions/. Its manifest, course.lua, may be missing; it gives name and
 * version, and says what the pack does with the packs before it: keep only a part, leave out, replace, order.
 *
 *	packs, in order:   warpbook's own,  algebra,  mine          later ones see, and change, what is before them
 *	the course:        what is left of each, in one list of lessons and one of exercises
 *
 * The packs are those of $WARPBOOK_DATA; without it, those that the program names (course_source), else warpbook's own alone. A
 * course is read once: a changed manifest counts in the next process, or after course_forget.
 *
 * Which pack has a lesson or exercise is decided by its files: the last one that has its definition has all of it. What the
 * course leaves out is in no list, but its files are still found by name: pictures and demos may refer to it.
 */
#ifndef WARPBOOK_CATALOG_COURSE_H
#define WARPBOOK_CATALOG_COURSE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

#define PACK_MANIFEST "course.lua"
#define PACK_OURS "warpbook" /* the name of the pack that comes with the program */
#define PACK_NAME_MOST 40
#define PACK_SEALED ".sealed" /* what a learner's pack adds to the names of solutions: see sealed.c */

/* A list of a manifest, with the line of each element. */
struct pack_list { const char **items; int *lines; int n; };

struct pack {
	const char *folder;
	const char *path;     /* of the manifest; NULL: it has none */
	const char *name;     /* without a manifest: the folder's */
	const char *version, *title, *licence, *language; /* without a manifest: "" */
	bool ours;            /* comes with the program */
	bool keeps_part;      /* has the field `keeps` */
	struct pack_list needs, keeps, leaves_out, replaces, order;
};

/* Reads a folder's manifest, if it has one. Everything in the pack belongs to the arena. */
int pack_open(struct pack *p, const char *folder, struct arena *a, struct error *err);
/* Can it be the name of a pack? Small letters, digits, _ and -; a letter first. */
bool pack_name_is_plain(const char *name);

/* Appends the solution in its seal. */
void pack_seal(const struct buf *solution, struct buf *out);
/*
 * Opens the sealed solution of this name ("solutions/01_kernels/add.cu"): a readable copy that lasts as long as the process. 1:
 * there is none.
 */
int pack_unseal(const char *name, char *out, size_t size, struct error *err);

/* The packs of the course, in order. They stay until course_forget. */
int course_packs(const struct pack **packs, size_t *n, struct error *err);
/* Names the packs' folders in order ("": warpbook's own), in the arena. The program calls it when it first needs the course. */
typedef int course_namer(struct arena *a, const char ***folders, size_t *n, struct error *err);
/* find: the folder of a pack that a word names ("": warpbook's own). */
typedef int course_finder(const char *word, char *out, size_t size, struct error *err);
void course_source(course_namer *ask, course_finder *find);
/*
 * The course has these packs alone, here and in the processes that this one starts ($WARPBOOK_DATA); n = 0: again what it had
 * before. Not while another thread uses the course.
 */
int course_use(const char *const *words, size_t n, struct error *err);
/* Not while another thread uses the course. */
void course_forget(void);

/*
 * Finds a file or folder by its name within a pack: "exercises/01_kernels/add.cu", "solutions/01_kernels/add.cu",
 * "tests/mutants/01_kernels/add", "lessons/01_kernels/lesson.lua": in the pack that has this exercise or lesson; another name in
 * the last pack that has it. If no pack has it: the name in the first pack. Does not say whether the file exists. -1: the course
 * is broken, or the name too long.
 */
int course_path(const char *name, char *out, size_t size, struct error *err);
/* The pack that has the lesson ("01_kernels") or exercise ("01_kernels/add"); NULL: none has. */
const struct pack *course_owner(const char *id);
/* Does a pack after that of the lesson or exercise leave it out? */
bool course_leaves_out(const char *id);
/*
 * Is there such a lesson or exercise in one of the packs before p, which the
 * packs in between have not left out? Returns its pack.
 */
const struct pack *course_rival(const struct pack *p, const char *id);
/* May p have a lesson or exercise of this name, though a pack before it has one? It does if its manifest says so. */
bool pack_may_replace(const struct pack *p, const char *id);

/*
 * The folders of lessons ("lessons") or of exercises ("exercises") of all packs, in the course's order; lessons without those
 * that are left out.
 */
int course_topics(const char *folder, struct arena *a, const char ***topics, size_t *n, struct error *err);
/* Puts exercises, or lessons, in the order that the manifests give: all ids[0] to ids[n - 1] are of one kind. */
void course_arrange(const char **ids, size_t n);

#endif
