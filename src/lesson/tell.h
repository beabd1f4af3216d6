/* tell.h - a lesson in the language in which the program speaks. */
#ifndef WARPBOOK_LESSON_TELL_H
#define WARPBOOK_LESSON_TELL_H

#include "lesson/lesson.h"

/* Changes the texts that are translated, and leaves the others. */
int lesson_tell(struct lesson *l, struct error *err);

#endif
