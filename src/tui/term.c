/* term.c - sets up curses, and restores any kind of terminal to its previous state. */
#include "config.h"

#include "tui/term.h"

#include <curses.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/link.h"
#include "tui/draw.h"
#include "tui/requests.h"

/* Our own codes for the marks around pasted text. */
#define KEY_PASTE     (KEY_MAX + 1)
#define KEY_PASTE_END (KEY_MAX + 2)

static SCREEN *terminal;

static bool wants_colour(void)
{
	const char *no = getenv("NO_COLOR");

	return !(no && *no) && has_colors();
}

/* Without this check ncurses would accept a terminal that can only write line after line, and draw garbage. */
static bool can_move_cursor(void)
{
	char name[] = "cup"; /* curses requires it to be writable */
	const char *sequence = tigetstr(name);

	return sequence && sequence != (const char *)-1;
}

static char colors_name[] = "colors"; /* curses requires it to be writable */

/* Asks the terminal to mark pasted text. Terminals without this feature ignore it; those without colours are too old for it. */
static void mark_pastes(bool on)
{
	if (tigetnum(colors_name) < 8)
		return;
	fputs(on ? "\033[?2004h" : "\033[?2004l", stdout);
	fflush(stdout);
}

int term_open(struct error *err)
{
	const char *name = getenv("TERM");

	terminal = newterm(NULL, stdout, stdin);
	if (!terminal) {
		error_set(err, PARTY_MACHINE, "this machine does not know the terminal '%s'", name ? name : "");
		return error_remedy(err, "set TERM to a similar terminal (vt100 often works)");
	}
	if (!can_move_cursor()) {
		term_close();
		error_set(err, PARTY_MACHINE, "the terminal '%s' cannot place its cursor", name ? name : "");
		return error_remedy(err, "use another terminal, or the commands: `warpbook help`");
	}
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(25);
	curs_set(0);
	define_key("\033[200~", KEY_PASTE);
	define_key("\033[201~", KEY_PASTE_END);
	mark_pastes(true);
	draw_colours(wants_colour());
	draw_with_links(links_wanted());
	return 0;
}

void term_close(void)
{
	if (!terminal)
		return;
	mark_pastes(false);
	endwin();
	delscreen(terminal);
	terminal = NULL;
}

void term_suspend(void)
{
	def_prog_mode();
	mark_pastes(false);
	endwin();
}

void term_resume(void)
{
	struct winsize size;

	reset_prog_mode();
	mark_pastes(true);
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col &&
	    is_term_resized(size.ws_row, size.ws_col))
		resizeterm(size.ws_row, size.ws_col);
	curs_set(0);
	clearok(curscr, TRUE);
}

void term_size(int *rows, int *cols)
{
	getmaxyx(stdscr, *rows, *cols);
}

bool term_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static int special_key(wint_t key)
{
	static const struct { wint_t curses; int ours; } keys[] = {
		{ KEY_UP, KEYCODE_UP },         { KEY_DOWN, KEYCODE_DOWN },      { KEY_LEFT, KEYCODE_LEFT },
		{ KEY_RIGHT, KEYCODE_RIGHT },   { KEY_PPAGE, KEYCODE_PAGE_UP },  { KEY_NPAGE, KEYCODE_PAGE_DOWN },
		{ KEY_HOME, KEYCODE_HOME },     { KEY_END, KEYCODE_END },        { KEY_ENTER, KEYCODE_ENTER },
		{ KEY_BACKSPACE, KEYCODE_BACKSPACE }, { KEY_PASTE, KEYCODE_PASTE }, { KEY_PASTE_END, KEYCODE_PASTE_END },
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i].curses == key)
			return keys[i].ours;
	return KEYCODE_NONE;
}

static int pointer_row, pointer_col;

void term_pointer(int *row, int *col)
{
	*row = pointer_row;
	*col = pointer_col;
}

void term_mouse(bool taken)
{
	mouseinterval(0);
	mousemask(taken ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

static int mouse_key(void)
{
	MEVENT event;

	if (getmouse(&event) != OK)
		return KEYCODE_NONE;
	pointer_row = event.y;
	pointer_col = event.x;
	return event.bstate & BUTTON4_PRESSED ? KEYCODE_WHEEL_UP : event.bstate & BUTTON5_PRESSED ? KEYCODE_WHEEL_DOWN
	     : event.bstate & BUTTON1_PRESSED ? KEYCODE_CLICK : KEYCODE_NONE;
}

int term_key(void)
{
	wint_t key;

	for (;;) {
		int kind = get_wch(&key), code;

		if (kind == ERR)
			return KEYCODE_NONE;
		if (kind == KEY_CODE_YES)
			code = key == KEY_MOUSE ? mouse_key() : special_key(key); /* also a resize: term_size has the new size */
		else if (key == '\r')
			code = KEYCODE_ENTER;
		else if (key == '\b')
			code = KEYCODE_BACKSPACE;
		else
			code = (int)key;
		if (code != KEYCODE_NONE)
			return code;
	}
}
