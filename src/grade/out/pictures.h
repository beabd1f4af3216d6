/*
 * pictures.h - the picture of each result's worst finding (draw/picture.h), for the feedback: how its line uses memory, or where
 * the output is wrong.
 *
 * It is drawn once and kept in the database. For this the kernel runs once more, on the vm, in a child with limits and in the
 * sandbox of a worker (box_confine). If there is nothing to draw (the program of a host exercise, a file that does not compile),
 * there is no picture.
 */
#ifndef WARPBOOK_GRADE_OUT_PICTURES_H
#define WARPBOOK_GRADE_OUT_PICTURES_H

#include "grade/book.h"

/* Call it after book_details. compiler: as compiler_find takes it. It ends early, without an error, when it is interrupted. */
int pictures_draw(struct book_view *v, struct store *s, const char *compiler, struct error *err);

#endif
