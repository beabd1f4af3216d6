/* out_course.h - writes where the students of a course stand, in the forms that others read. */
#ifndef WARPBOOK_GRADE_OUT_OUT_COURSE_H
#define WARPBOOK_GRADE_OUT_OUT_COURSE_H

#include "grade/standing.h"

void out_course_text(const struct standing *s, struct buf *out);
/* student,name,percent,passed,grade,why, then points by assignment, then remarks: one line per student. */
void out_course_csv(const struct standing *s, struct buf *out);
json_t *out_course_json(const struct standing *s);
/* A page with the same table, for the instructor. */
void out_course_html(const struct standing *s, struct buf *out);
/* A page about the course with charts, which names nobody. large: for a projector. */
void out_course_report(const struct standing *s, bool large, struct buf *out);

#endif
