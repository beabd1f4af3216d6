/*
 * collect.h - makes one list of the class and its submissions, from a roster and a folder of submissions.
 *
 * This code opens only folders of a student's, and archives through a confined child (unpack.h). It never follows links. It notes
 * anything that is in the place of a file.
 */
#ifndef WARPBOOK_GRADE_IN_COLLECT_H
#define WARPBOOK_GRADE_IN_COLLECT_H

#include <stdint.h>

#include "grade/in/assignment.h"
#include "grade/in/csv.h"
#include "grade/in/platform.h"
#include "grade/in/unpack.h"

/* shown: the same for people: "pat.zip/add.cu" if path was unpacked from it */
struct handed_file {
	const char *path, *shown;
	int number, depth;
	bool renamed;               /* "add.cu.txt" counts as add.cu */
	bool late_mark;             /* the platform marked it as late */
	int64_t ms;                 /* its time; 0: the student's */
};

/* For one exercise. */
struct hand {
	struct handed_file *files; size_t n, cap; /* in order: the last one is the last handed in */
	const char *odd;            /* "add.cu is a named pipe": what is there instead of a file; NULL */
	bool unread;                /* there is a file that this machine may not read */
};

#define OTHERS_SHOWN 3

struct student {
	const char *id, *name;      /* valid UTF-8 without control characters */
	bool on_roster;
	bool seen;                  /* there is a submission of theirs */
	const char *group;          /* the roster's column `group`: what one of its members hands in, all hand in; NULL */
	double extension_hours;     /* after class_extend */
	int64_t handed_in_ms;       /* 0: unknown */
	const char *note;           /* "" or a remark on the whole submission */
	bool broken;                /* a part of it could not be read */
	const char *unopened;       /* why this machine could not open one of their archives or folders; NULL */
	const char *entry;          /* the name of the last accepted entry in the folder; NULL: none */
	bool entry_is_folder; size_t entry_before; /* what of it comes before the file's own name; 0: no platform gave that
						      name */
	bool consents;              /* to be on the leaderboard: the roster's column `leaderboard` says yes */
	const char *others[OTHERS_SHOWN]; size_t nothers; /* their files that answer no exercise, such as vector_add.cu: the first
							     ones */
	const char *from;           /* the platform's id of the accepted submission; NULL: none yet */
	struct hand *hands;         /* by exercise */
	const char **aliases; size_t naliases, alias_cap;
};

/* Notes for the grader alone: a student's feedback leaves them out. */
#define NOTE_OFF_ROSTER "not on the roster"
#define NOTE_SEVERAL_FIT "the name fits several students of the roster"

enum known_kind { KNOWN_ID, KNOWN_NAME, KNOWN_ALIAS, KNOWN_GROUP, KNOWN_KINDS };

/* A table of words: each with the first student that it names, as 1 + the place in the list; 0: an empty slot. */
struct known { struct known_word { const char *word; size_t first; bool several; } *slots; size_t n, cap; };

struct class_list {
	struct arena arena;         /* owns everything below */
	size_t nexercises;
	struct student *students; size_t n, cap;
	struct known known[KNOWN_KINDS]; /* words for them: students.c finds students by these */
	bool has_roster;
	struct platforms platforms; bool platforms_read; /* all that there are; read when first needed */
	const struct platform *platform; /* of the download; after class_collect */
	const char **strays; size_t nstrays, stray_cap; /* entries without an owner */
	const char **warnings; size_t nwarnings, warning_cap; /* about the download as a whole */
	const char *bulk; size_t bulk_root; /* the archive with everything, and the length of its folder's current path; NULL */
	char unpacked[256];         /* a private folder for unpacked files; removed by class_release */
	size_t narchives, unpacked_bytes;
	struct unpack_odd *odds; size_t nodds, odd_cap; /* files in it that stand for entries that cannot be unpacked */
};

/* Reads the definitions of platforms; layout: may be the path of another one, or NULL. The functions below call it themselves. */
int class_platforms(struct class_list *c, const char *layout, struct error *err);

/*
 * A table with a header. The id is in the column id, student, username, login or email, or as Moodle names them, else the first;
 * the name in the column name, student or full name, or in two columns, first and last name, else it is the id. If the id is
 * empty, another of these columns is the id, else the name. A submission belongs to the row with its name, number or login in any
 * cell, or to the group with its name. A table without a column about people is an error.
 */
int class_roster(struct class_list *c, const char *path, const struct assignment *a, struct error *err);

/*
 * What a row has in the columns of first and last name together; parts: these columns. "" if the table does not have both.
 * NULL: no memory.
 */
const char *class_name_in_parts(const struct csv *t, const struct csv_row *row, int parts[2], struct arena *arena);

/* dir: a folder, or an archive of it. layout: as platforms_find takes it; NULL: guess it. */
int class_collect(struct class_list *c, const char *dir, const char *layout, const struct assignment *a, struct error *err);

/*
 * Reads the times of submission: a table with the columns student (or id) and submitted, and maybe file, for those who handed
 * in several times. A name that no student has is an error. Files without a time of their own get the latest one.
 */
int class_times(struct class_list *c, const char *path, struct error *err);

/* Shares what groups handed in, and sorts by id: the last step. */
void class_sort(struct class_list *c);
/* Gives students their extensions; warns of those that name nobody. */
void class_extend(struct class_list *c, const struct assignment *a);
/* The student for a word: by id, otherwise by an alias or name; NULL: none, or several. */
struct student *class_find(const struct class_list *c, const char *word, struct arena *scratch);
/* By id, after class_sort; NULL: none. */
struct student *class_sorted_find(const struct class_list *c, const char *id);
void class_release(struct class_list *c);

#endif
