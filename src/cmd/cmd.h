/*
 * cmd.h - the descriptor of a command, and the code that all commands share.
 *
 * A command is one file with one descriptor: name, arguments, options, help and
 * the function that runs it. commands.def lists them; main.c looks argv[1] up.
 * Options are a table too; both the parser and `--help` use it.
 *
 * Exit status, the same for every command:
 *	0  done; for `check`: passed
 *	1  the learner has to act: not passed, or a file that cannot be judged
 *	2  the command line is wrong
 *	3  the exercise or lesson is broken: its author has to act
 *	4  this machine could not do it: no compiler, disk full, no permission
 *	5  warpbook failed: a bug
 *	130  interrupted
 */
#ifndef WARPBOOK_CMD_CMD_H
#define WARPBOOK_CMD_CMD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/language.h"
#include "worker/verdict.h"

enum exit_status { EXIT_DONE = 0, EXIT_LEARNER = 1, EXIT_USAGE = 2, EXIT_AUTHOR = 3, EXIT_MACHINE = 4, EXIT_BUG = 5,
	EXIT_INTERRUPTED = 130 };

enum option_kind {
	OPTION_FLAG,   /* bool */
	OPTION_TEXT,   /* const char * */
	OPTION_MAYBE,  /* const char *, "" when given without a value: --timeline or --timeline=FILE */
	OPTION_NUMBER, /* uint64_t */
	OPTION_LIST,   /* struct option_list: may be given several times */
};

struct option_list { const char *values[64]; size_t n; };

struct option_row {
	const char *name;      /* "seed" for --seed */
	enum option_kind kind;
	const char *value;     /* "N" in the help; NULL for a flag */
	const char *help;      /* further lines begin with a newline */
	void *target;          /* points at a value of the kind's type */
	char letter;           /* 'j' for -j too; 0: none */
};

#define OPTION_COMPILER(variable) \
	{ "compiler", OPTION_TEXT, "NAME", N_("nvcc, clang, clang-19, or a path (default: nvcc, else the newest clang)"), \
	  &(variable), 0 }

struct option_gone { const char *name, *instead; };

struct command {
	const char *name;
	const char *arguments; /* "[EX|FILE]" */
	const char *summary;   /* one line */
	const char *help;      /* more lines, or NULL */
	const char *example;   /* commands to type, under the help, or NULL */
	const struct option_row *options; /* ended by a row without a name; NULL if none */
	int min_args, max_args;
	bool hidden;
	bool foreign; /* passes on, in order, all words that are not its own options, and all from "--" on */
	/* Options that it once had, each with the sentence that names what to use instead; ended by a row without a name. */
	const struct option_gone *gone;
	/* args: the words left after the options. Returns an exit_status. */
	int (*run)(int nargs, char **args);
	/* Instead of run: subcommands such as "vm run", selected by their last word; ended by NULL. */
	const struct command *const *subs;
	/*
	 * With subs: the command that a line means whose first word names none of them; it may change the line. NULL: an error.
	 */
	const struct command *(*otherwise)(int *argc, char **argv);
};

#define COMMAND(id) extern const struct command command_##id;
#include "cmd/commands.def"
#undef COMMAND

/* All commands in the order of commands.def; ends with NULL. */
extern const struct command *const commands[];
const struct command *command_find(const char *name);

/* How the command should print; set by the options --plain and --json, which every command has. */
struct output_mode { bool plain, json, colour; };
extern struct output_mode output;
/* Prints JSON from here on: --json does it before the command begins, a command whose --json may name a file by itself. */
void output_json(void);

/* The rows of c->options, and the options that every command has. */
#define COMMAND_MAX_OPTIONS 40
size_t command_options(const struct command *c, const struct option_row *rows[COMMAND_MAX_OPTIONS]);

/* The meaning of each exit status, for `--help` and the manual page. */
struct exit_row { enum exit_status status; const char *meaning; };
extern const struct exit_row exit_rows[];
extern const size_t exit_nrows;

/* Reads the options and runs the command: everything that main does once it has found the command. */
int command_run(const struct command *c, int argc, char **argv);
/* Flushes standard output: returns `status`, or EXIT_MACHINE if the output could not be written. */
int output_finish(int status);

/* Prints the error (as JSON with --json) and returns the status of its party. */
int report_error(const struct error *e);
int status_of_verdict(enum verdict v);
/* Says so if a value of --device is not a device's name; NULL: there is none. */
bool is_no_device(const char *device);

/* Prints a text in the markup of lessons, in lines that fit a terminal. Returns an exit_status. */
int print_markup(const char *text);

/* Prints an absolute path: as a link on a terminal. */
void print_path(const char *path);

/* Prints a JSON document with a newline and frees it. 0, or EXIT_MACHINE if stdout cannot be written. */
int print_json(json_t *document);
/* A JSON string from any bytes: replaces invalid UTF-8 and control bytes. NULL gives null. */
json_t *json_text(const char *text);

#endif
