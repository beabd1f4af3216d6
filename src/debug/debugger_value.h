/*
 * debugger_value.h - arrays, variables and expressions, their values and their names: debugger_value.c, debugger_names.c
 * (variables of the source), debugger_used.c (what a line of the source uses). Private to the debugger.
 */
#ifndef WARPBOOK_DEBUG_DEBUGGER_VALUE_H
#define WARPBOOK_DEBUG_DEBUGGER_VALUE_H

#include "debug/debugger_state.h"

struct value { bool is_real; int64_t i; double r; };
/* Evaluates an expression for the thread of that step. *end: after it; NULL: the text must end there. */
int value_of(struct debugger *d, const struct simt_step *s, unsigned lane, const char *text, const char **end, struct value *v,
	     struct error *err);
/* Builds the list of arrays, at the launch's first step. */
int arrays_list(struct debugger *d, struct error *err);
/* The k-th of them; false past the last. */
bool array_at(struct debugger *d, size_t k, struct named_array *a);
bool array_named(struct debugger *d, const char *name, size_t len, struct named_array *a);
/* "out[3]" or "tile[2][i]"; *end as above. */
int element_read(struct debugger *d, const char *text, const char **end, struct element *e, struct error *err);
/* The element's current bytes; NULL: its block is not running. */
const uint8_t *element_bytes(struct debugger *d, const struct element *e);
/* The same as a number; false: its block is not running. */
bool element_number(struct debugger *d, const struct element *e, struct value *v);
void element_put(const struct element *e, struct buf *out);
/* Its value as text, or "unwritten". */
int element_value_put(struct debugger *d, const struct element *e, struct buf *out, struct error *err);
/* "thread (5,0,0) of block (0,0,0)" */
void thread_put(const struct debugger *d, struct dim3u block, uint32_t warp, unsigned lane, struct buf *out);
void register_put(const struct simt_step *s, int reg, unsigned lane, struct buf *out);

/* ---- debugger_names.c ---- */
/* The variable of that name that the step sees; NULL: none. */
const struct debug_variable *variable_named(struct debugger *d, const struct simt_step *s, const char *name, size_t len);
/* The bytes of a value of this type as a number; false: they are not a number. */
bool bits_value(const struct debug_type *t, const uint8_t *bytes, struct value *v);
/* Prints its value for the focus; false: it has none at this point. */
bool variable_put(struct debugger *d, const struct simt_step *s, const struct debug_variable *x, struct buf *out);
/* Replaces the number of a parameter in an instruction of a Numba kernel with the Python name: "[x.data]", "[x.shape[0]]". */
void parameter_name(const struct debugger *d, struct buf *instr);
/* Prints all variables that the step sees, one per line. */
void variables_put(struct debugger *d, const struct simt_step *s, struct buf *out);

/* ---- debugger_used.c ---- */
/* An element that a line of the source names: "x[i]" in it. */
struct use { const char *text; };
/* Those of the line, each once; in the arena. Comments are left out. */
size_t uses_of_line(struct debugger *d, int line, struct arena *arena, const struct use **list);
/* The element at an address of global memory; false: there is none with a name. */
bool element_at(struct debugger *d, uint64_t at, struct element *e);
/* Where a pointer of the source points; false: nowhere, or to something without a name. */
bool pointer_element(struct debugger *d, const struct simt_step *s, unsigned lane, const struct debug_variable *x,
		     struct element *e);
/* The element of the lane at that step; false: it has none there, or what stands in the brackets has no value. */
bool use_element(struct debugger *d, const struct simt_step *s, unsigned lane, const struct use *u, struct element *e);

#endif
