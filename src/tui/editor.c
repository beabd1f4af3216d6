/*
 * editor.c - runs an editor in the workbook's terminal. The editor stays in our process group; while it
 * runs, Ctrl-C and Ctrl-\ are for the editor only. The shell splits its command.
 */
#include "config.h"

#include "tui/editor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *editor_command(void)
{
	static const char *const names[] = { "VISUAL", "EDITOR" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return value;
	}
	return "vi";
}

_Noreturn static void editor_exec(const char *script, const char *path)
{
	static const int keyboard[] = { SIGINT, SIGQUIT, SIGTSTP, SIGTERM, SIGHUP, SIGPIPE };
	sigset_t none;

	for (size_t i = 0; i < sizeof keyboard / sizeof *keyboard; i++)
		signal(keyboard[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execl("/bin/sh", "sh", "-c", script, "sh", path, (char *)NULL);
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
	return error_set(err, PARTY_MACHINE, "the editor '%s' ended with status %d", command,
			 WEXITSTATUS(status));
}

int editor_run(const char *path, struct error *err)
{
	/* Ctrl-C is for the editor only; Ctrl-Z stops the editor and us together. */
	static const struct { int number; void (*meanwhile)(int); } ours[] = {
		{ SIGINT, SIG_IGN }, { SIGQUIT, SIG_IGN }, { SIGTSTP, SIG_DFL },
	};
	struct sigaction before[sizeof ours / sizeof *ours];
	const char *command = editor_command();
	char script[1024];
	int status = 0;
	pid_t pid;

	if (snprintf(script, sizeof script, "%s \"$@\"", command) >= (int)sizeof script)
		return error_set(err, PARTY_MACHINE, "the editor's command is too long");
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		struct sigaction sa = { .sa_handler = ours[i].meanwhile };

		sigaction(ours[i].number, &sa, &before[i]);
	}
	pid = fork();
	if (pid == 0)
		editor_exec(script, path);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		sigaction(ours[i].number, &before[i], NULL);
	return pid < 0 ? error_errno(err, "cannot start the editor") : outcome(status, command, err);
}
