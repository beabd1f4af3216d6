/* play.h - plays a script to the workbook without a terminal. */
#ifndef TESTS_TUI_PLAY_H
#define TESTS_TUI_PLAY_H

#include "tui/fake.h"
#include "tui/frame.h"

struct play {
	struct fake fake;
	struct tui_backend backend;
	struct model model;
	struct screen screen;
	bool left; /* the learner has left the workbook */
};

void play_open(struct play *p, int rows, int cols, bool ascii);
/* The same with the table of a class. */
void play_open_class(struct play *p, int rows, int cols, bool ascii);
void play_close(struct play *p);

/*
 * Words separated by blanks: keys by their names, or
 *	@saved            the file was saved
 *	@stage=run        the running check reaches this stage (read, compile, expect, run, judge)
 *	@stage=run:3/7    or the third of seven cases, with the checkers
 *	@aside            from now on experiments, profiles, pictures and the stepper are work outside the loop
 *	@worked           that work ends
 *	@result=NAME      it ends as fake_attempt(NAME); "none" without a verdict
 *	@size=COLSxROWS   the window changes
 *	@graded           for a class: more files are checked
 *	@regraded         the regrade ends with other points; @same: with the same ones
 *	@stub, @begun     the learner's file is a stub; a line has replaced its YOUR CODE HERE
 *	@draws            exercises have a picture of their output
 *	@host             exercises are about the host's side
 *	@program          the workbook was opened with a program of the learner's own
 *	@twin             exercises have a version in Python
 *	@reject, @allow   from now on the backend fails, or works again
 * The screen is drawn after each, as in the program. False: an unknown word.
 */
bool play_script(struct play *p, const char *script);

#endif
