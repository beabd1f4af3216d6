/* link.c - see link.h. */
#include "config.h"

#include "base/link.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool links_wanted(void)
{
	static const char *const known[] = {
		"xterm", "tmux", "alacritty", "foot", "kitty", "wezterm", "konsole", "vte", "gnome", "iterm", "ghostty",
			"contour", "mintty",
	};
	const char *wanted = getenv("WARPBOOK_LINKS"), *term = getenv("TERM");

	if (wanted && *wanted)
		return strcmp(wanted, "0") != 0;
	for (size_t i = 0; term && i < sizeof known / sizeof *known; i++)
		if (!strncmp(term, known[i], strlen(known[i])))
			return true;
	return false;
}

static void add_encoded(const char *text, struct buf *out)
{
	for (; *text; text++) {
		if (isalnum((unsigned char)*text) || strchr("/-_.~", *text))
			buf_putc(out, *text);
		else
			buf_printf(out, "%%%02X", (unsigned)(unsigned char)*text);
	}
}

void link_open(const char *path, struct buf *out)
{
	char host[256] = "";

	/* The host's name tells the terminal that a path belongs to another machine, over ssh. */
	if (gethostname(host, sizeof host - 1))
		host[0] = '\0';
	buf_puts(out, "\033]8;;file://");
	add_encoded(host, out);
	add_encoded(path, out);
	buf_puts(out, "\033\\");
}
