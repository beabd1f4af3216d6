/*
 * collect.h - who is in the class, and what they handed in: a roster and a folder of submissions become one list.
 *
 * Nothing of a student's is opened here but folders, and archives by a confined child (unpack.h). Links are never followed. Whatever
 * stands where a file should be is noted.
 */
#ifndef WARPBOOK_GRADE_COLLECT_H
#define WARPBOOK_GRADE_COLLECT_H

#include <stdint.h>

#include "grade/assignment.h"
#include "grade/layout.h"
#include "grade/unpack.h"

/* shown: the same for people: "pat.zip/add.cu" where path is what was unpacked of it */
struct handed_file { const char *path, *shown; int number, depth; int64_t ms; }; /* ms: when; 0: as the pupil's */

/* For one exercise. */
struct hand {
	struct handed_file *files; size_t n, cap; /* in their order: the last one is the last handed in */
	const char *odd;            /* "add.cu is a named pipe": what is there in place of a file; NULL */
};

#define OTHERS_SHOWN 3

struct pupil {
	const char *id, *name;      /* valid UTF-8 without control characters */
	bool on_roster;
	bool seen;                  /* there is something of theirs */
	bool late_mark;             /* the platform says it was late */
	int64_t handed_in_ms;       /* 0: unknown */
	const char *note;           /* "" or what is odd about all of it */
	bool broken;                /* not all of it could be read */
	const char *unopened;       /* why this machine could not open an archive of theirs; NULL */
	const char *entry; bool entry_is_folder; /* the name in the folder of what was taken last; NULL: nothing */
	bool consents;              /* to be on the leaderboard: the roster's column `leaderboard` says yes */
	const char *others[OTHERS_SHOWN]; size_t nothers; /* files of theirs that answer no exercise, such as vector_add.cu: the first ones */
	const char *from;           /* the platform's id of what was taken; NULL: nothing yet */
	struct hand *hands;         /* by exercise */
	const char **aliases; size_t naliases, alias_cap;
};

struct class_list {
	struct arena arena;         /* owns all below */
	size_t nexercises;
	struct pupil *pupils; size_t n, cap;
	bool has_roster;
	enum layout layout;
	const char **strays; size_t nstrays, stray_cap; /* entries that belong to no pupil */
	const char **warnings; size_t nwarnings, warning_cap; /* about the download as a whole */
	const char *bulk; size_t bulk_root; /* the archive of all, and the length of the folder's path where it is now; NULL */
	char unpacked[256];         /* a private folder of what was unpacked; removed by class_release */
	size_t narchives, unpacked_bytes;
	struct unpack_odd *odds; size_t nodds, odd_cap; /* files in it that stand for what cannot be unpacked */
};

/*
 * A table with a head. The id is the column id, student, username, login or email, else the first; the name is the column name,
 * student or full name, else the id. A submission belongs to the row that has its name, number or login in any cell.
 */
int class_roster(struct class_list *c, const char *path, const struct assignment *a, struct error *err);

/* dir: a folder, or an archive of it. layout: -1: as it looks. */
int class_collect(struct class_list *c, const char *dir, int layout, const struct assignment *a, struct error *err);

/*
 * When they handed in: a table with the columns student (or id) and submitted, and maybe file, for those who handed in several
 * times. A name that no pupil has is an error. The time of all that has none of its own is the latest one.
 */
int class_times(struct class_list *c, const char *path, struct error *err);

/* By id: the end of it all. */
void class_sort(struct class_list *c);
/* The one that a word means: by id, else by an alias or name; NULL: none, or several. */
struct pupil *class_find(const struct class_list *c, const char *word, struct arena *scratch);
void class_release(struct class_list *c);

#endif
