/*
 * check_trace.h - what a kernel's code says: where an address, a value or a condition comes from, and which ways lead where:
 * check_trace.c, check_path.c.
 */
#ifndef WARPBOOK_SIMT_CHECK_CHECK_TRACE_H
#define WARPBOOK_SIMT_CHECK_CHECK_TRACE_H

#include "simt/check/check_state.h"

/* check_trace.c */
/* Notes the operand's registers, at most `room`, and returns how many they are. That of an address is none of them. */
int operand_regs(const struct ptx_operand *o, int *regs, int room);
/* Does it name the register, as an address or in a vector, too? */
bool operand_has(const struct ptx_operand *o, int reg);
const struct ptx_operand *operand_address(const struct ptx_instr *i); /* of a load or store; NULL: it has none */
struct origin trace_address(struct checker *c, const struct ptx_instr *i);
bool trace_is_scattered(struct checker *c, const struct ptx_instr *i); /* does its address depend on data from memory? */
/*
 * Does the load take a value that the kernel only copies to global or shared memory, alone or as a piece of a struct? If so,
 * returns the bytes of all pieces, relative to this one's address; the registers hold no other value.
 */
struct piece trace_piece(struct checker *c, const struct ptx_instr *i);
/* The registers of the value that a load or store names, one per element; returns their number, or 0 if not all are registers. */
int trace_value_regs(const struct ptx_instr *i, int regs[8]);
const struct ptx_function *trace_function(const struct checker *c, const struct ptx_instr *i);
/* The elements of a vector that a load takes and no instruction reads, a bit each. */
unsigned trace_unread(const struct checker *c, const struct ptx_instr *load);
bool trace_is_copy(struct checker *c, const struct ptx_instr *i); /* is the loaded value only ever stored? */
bool trace_is_move(struct checker *c, const struct ptx_instr *i); /* in global or shared memory, and is it the registers' only
								     value? */
/*
 * What an instruction's operands depend on: the value that `read` (NULL: none),
 * or another load on its line, loads; something that differs between threads.
 */
struct because { bool read, thread; };
struct because trace_condition(struct checker *c, const struct ptx_instr *branch, const struct ptx_instr *read);
/*
 * Where the index in the address of an access comes from. limit_line: of a min(), if it limits every term; else 0. block: from
 * blockIdx. loop: from what a loop counts.
 */
struct index_source { int limit_line; bool block, loop; };
struct index_source trace_index(struct checker *c, const struct ptx_instr *access);
/* Is it the load or the store of an update, such as `a[i] += 1`: are there both on its line, at one address? */
bool trace_is_update(const struct checker *c, const struct ptx_instr *i);
/* Is it the load of a function's address from an object's table of virtual functions? */
bool trace_is_virtual(struct checker *c, const struct ptx_instr *i);
void trace_release(struct checker *c);

/* check_path.c */
const struct ptx_function *function_of(const struct ptx_module *m, const struct ptx_instr *i);
/* Is there a path without a barrier or, within a warp, without a .sync operation? */
bool path_without_barrier(const struct checker *c, const struct ptx_instr *from, const struct ptx_instr *to,
			  enum distance d);
/* Do some threads bypass `at`, without a loop around it: is it inside an `if`? */
bool path_bypasses(const struct checker *c, const struct ptx_instr *at);
/* Is `at` the look of a waiting loop: read again and again at one address, with nothing written? */
bool path_polls(const struct checker *c, const struct ptx_instr *at);
/*
 * Do some threads go from a branch to the one of the two barriers and others to the other one because of what `read` loads, and
 * none because of something else that differs between threads? `other` NULL: to the kernel's end.
 */
bool path_parts_by(struct checker *c, const struct ptx_instr *at, const struct ptx_instr *other, const struct ptx_instr *read);
/*
 * The line of the one branch that leads some threads to `at` and others past it; 0: none, or several. path_guarding_line: the
 * last such line before `at`, whatever their number.
 */
int path_deciding_line(struct checker *c, const struct ptx_instr *at);
int path_guarding_line(struct checker *c, const struct ptx_instr *at);

/*
 * The access of the threads that the word only summarises: its own row names another one. Of several, the line with a
 * path to `mine` without a barrier; NULL: unknown.
 */
const struct ptx_instr *others_instr(const struct checker *c, uint64_t word, const struct ptx_instr *mine, enum distance d);
/* A plain store of the value already there has represented the words of atomic operations, and of nothing else. */
bool others_are_atomic(const struct checker *c, uint64_t word);

#endif
