/*
 * editor.c - runs an editor in the workbook's terminal. The editor stays in our process group; while it
 * runs, Ctrl-C and Ctrl-\ are for the editor only. The shell splits its command.
 */
#include "config.h"

#include "base/language.h"
#include "tui/editor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *editor_named(void)
{
	static const char *const names[] = { "VISUAL", "EDITOR" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return value;
	}
	return NULL;
}

/* If the learner has set none: nano, which shows its keys, before vi, which every system has. */
static const char *editor_default(void)
{
	static const char *const folders[] = { "/usr/bin/nano", "/bin/nano", "/usr/local/bin/nano", "/opt/homebrew/bin/nano" };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (access(folders[i], X_OK) == 0)
			return "nano";
	return "vi";
}

const char *editor_note(void)
{
	if (editor_named())
		return NULL;
	return !strcmp(editor_default(), "vi")
		       ? _("EDITOR is not set: open vi? (i writes; Esc :wq Enter saves and leaves)")
		       : _("EDITOR is not set: open nano? (Ctrl-S saves, Ctrl-X leaves)");
}

/* The syntax for a line on editors' command lines: "+12 file", "file:12", or "--goto file:12". */
static const struct { const char *name; enum way { PLUS, COLON, GOTO } way; } ways[] = {
	{ "vi", PLUS }, { "vim", PLUS }, { "nvim", PLUS }, { "gvim", PLUS }, { "view", PLUS }, { "vim.tiny", PLUS },
	{ "nano", PLUS }, { "pico", PLUS }, { "emacs", PLUS }, { "emacsclient", PLUS }, { "mg", PLUS }, { "jed", PLUS },
	{ "micro", PLUS }, { "kak", PLUS }, { "joe", PLUS }, { "ne", PLUS }, { "mcedit", PLUS }, { "gedit", PLUS },
	{ "hx", COLON }, { "helix", COLON }, { "subl", COLON }, { "zed", COLON },
	{ "code", GOTO }, { "codium", GOTO }, { "code-insiders", GOTO }, { "cursor", GOTO },
};

/* The shell's words after the editor's command: "$1" is the file, "$2" the line. */
static const char *editor_words(const char *command, int line)
{
	static const char *const words[] = { [PLUS] = "\"+$2\" \"$1\"", [COLON] = "\"$1:$2\"", [GOTO] = "--goto \"$1:$2\"" };
	size_t len = strcspn(command, " \t"), from = len;

	while (from && command[from - 1] != '/')
		from--;
	for (size_t i = 0; line > 0 && i < sizeof ways / sizeof *ways; i++)
		if (strlen(ways[i].name) == len - from && !strncmp(command + from, ways[i].name, len - from))
			return words[ways[i].way];
	return "\"$1\"";
}

_Noreturn static void editor_exec(const char *script, const char *path, const char *line)
{
	static const int keyboard[] = { SIGINT, SIGQUIT, SIGTSTP, SIGTERM, SIGHUP, SIGPIPE };
	sigset_t none;

	for (size_t i = 0; i < sizeof keyboard / sizeof *keyboard; i++)
		signal(keyboard[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execl("/bin/sh", "sh", "-c", script, "sh", path, line, (char *)NULL);
	_exit(127);
}

static int outcome(int status, const char *command, struct error *err)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	if (WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126)) {
		error_set(err, PARTY_MACHINE, "cannot run the editor '%s'", command);
		return error_remedy(err, "set EDITOR to one that is installed, or edit the file in another window");
	}
	if (WIFSIGNALED(status))
		return error_set(err, PARTY_MACHINE, "the editor '%s' was killed by signal %d", command,
				 WTERMSIG(status));
	error_set(err, PARTY_MACHINE, "the editor '%s' ended with status %d", command, WEXITSTATUS(status));
	return error_remedy(err, "set EDITOR to another one, or edit the file in another window: saving checks it");
}

int editor_run(const char *path, int line, struct error *err)
{
	/* Only the editor reacts to Ctrl-C; Ctrl-Z stops the editor and warpbook together. */
	static const struct { int number; void (*meanwhile)(int); } ours[] = {
		{ SIGINT, SIG_IGN }, { SIGQUIT, SIG_IGN }, { SIGTSTP, SIG_DFL },
	};
	struct sigaction before[sizeof ours / sizeof *ours];
	const char *command = editor_named() ? editor_named() : editor_default();
	char script[1024], number[16];
	int status = 0;
	pid_t pid;

	snprintf(number, sizeof number, "%d", line);
	if (snprintf(script, sizeof script, "%s %s", command, editor_words(command, line)) >= (int)sizeof script)
		return error_set(err, PARTY_MACHINE, "the editor's command is too long");
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		struct sigaction sa = { .sa_handler = ours[i].meanwhile };

		sigaction(ours[i].number, &sa, &before[i]);
	}
	pid = fork();
	if (pid == 0)
		editor_exec(script, path, number);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		sigaction(ours[i].number, &before[i], NULL);
	return pid < 0 ? error_errno(err, "cannot start the editor") : outcome(status, command, err);
}
