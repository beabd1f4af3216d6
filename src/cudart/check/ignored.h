/*
 * ignored.h - errors that a program ignores.
 *
 * A failed call with a finding needs no further report. Of the others, the runtime reports at the program's end those
 * that the program cannot have seen: the code after the call drops the result, and no later call asked for the last
 * error.
 */
#ifndef WARPBOOK_CUDART_CHECK_IGNORED_H
#define WARPBOOK_CUDART_CHECK_IGNORED_H

#include "cudart/call.h"

/* Does the program use what the call returns? Also where that is not known. */
bool ignored_is_used(const struct call *call);
/*
 * The call fails with an error that no finding explains. Not noted if an
 * earlier call's error is dropped: it may follow from that.
 */
void ignored_note(const struct call *call, cudaError_t error);
/* The program asks for its last error. */
void ignored_looked(void);
/* Reports the errors that the program never checked. */
void ignored_report(void);

enum result_use { RESULT_DROPPED, RESULT_PASSED_ON /* to the caller's caller */, RESULT_USED /* or unknown */ };
/* How the machine code after a call uses the call's result in eax. On machines other than x86-64: RESULT_USED. */
enum result_use result_use(const unsigned char *code);

#endif
