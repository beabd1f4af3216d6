/* backend_class.h - the backend of the pages of a class: a classroom (grade/classroom.h). */
#ifndef WARPBOOK_TUI_BACKEND_CLASS_H
#define WARPBOOK_TUI_BACKEND_CLASS_H

#include "tui/effects.h"

struct class_backend {
	struct classroom *room;
	bool redraw;               /* the next drawing starts from an unknown terminal */
};

struct tui_backend class_backend_operations(struct class_backend *b);

#endif
