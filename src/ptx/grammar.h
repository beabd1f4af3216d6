/*
 * grammar.h - the rules of the grammar, file by file, and the checks after them. For the parser's files alone; parse.h has its
 * state and what each rule is made of.
 */
#ifndef WARPBOOK_PTX_GRAMMAR_H
#define WARPBOOK_PTX_GRAMMAR_H

#include "ptx/parse.h"

/* parse_expr.c: constant expressions. */
struct constant { uint64_t bits; uint8_t float_width; /* 0: an integer */ };
int parse_constant(struct parser *p, struct constant *c);
int parse_signed_terms(struct parser *p, int64_t *sum); /* the terms after a name: +4 -8, or nothing */

/* parse_var.c */
int parse_space(struct parser *p, enum ptx_space *space); /* 1: it was one */
int parse_vars(struct parser *p, enum ptx_space space, bool is_extern, enum ptx_linkage linkage);
int parse_params(struct parser *p, struct ptx_var **params, size_t *n);

/* parse_init.c */
int parse_initialiser(struct parser *p, struct ptx_var *v, const uint64_t *dims, int ndims);

/* parse_body.c: up to and including the closing brace. */
int parse_body(struct parser *p);

/* parse_func.c */
int parse_function(struct parser *p, bool is_entry, bool is_extern, enum ptx_linkage linkage);

/* parse_operand.c */
int parse_operand(struct parser *p, struct ptx_operand *o);
int parse_label_use(struct parser *p, struct ptx_operand *o);
int parse_call_operands(struct parser *p, struct ptx_operand *ops);

/* parse_loc.c */
int parse_file(struct parser *p);
int parse_loc(struct parser *p);
int parse_section(struct parser *p);
void places_resolve(struct parser *p);
/* The source line that a loc names, and its file; 0 if unknown. */
int place_find(const struct parser *p, int loc, char *file, size_t size);

/* verify.c */
int verify_function(struct parser *p, struct ptx_function *f);
int verify_vars(struct parser *p);

#endif
