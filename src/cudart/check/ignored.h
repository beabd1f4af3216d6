/*
 * ignored.h - errors that a program throws away.
 *
 * A call that fails and is explained by a finding needs no more words. Of the others those are told, when the
 * program ends, that it can not have seen: the code behind the call drops the result, and nobody asked for the
 * last error since.
 */
#ifndef WARPBOOK_CUDART_CHECK_IGNORED_H
#define WARPBOOK_CUDART_CHECK_IGNORED_H

#include "cudart/call.h"

/* The call fails with an error that no finding tells. */
void ignored_note(const struct call *call, cudaError_t error);
/* The program asks for its last error. */
void ignored_looked(void);
/* Tells what nobody looked at. */
void ignored_tell(void);

enum result_use { RESULT_DROPPED, RESULT_PASSED_ON /* to the caller's caller */, RESULT_USED /* or who knows */ };
/* What the machine code behind a call does with what the call returned in eax. Elsewhere than on x86-64: RESULT_USED. */
enum result_use result_use(const unsigned char *code);

#endif
