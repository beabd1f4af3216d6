/*
 * nvrtc_ask.h - a confined program's text, compiled by its parent:
 * worker/asked.h has the questions, toolchain/request.h their content.
 */
#ifndef WARPBOOK_CUDART_LIBS_NVRTC_ASK_H
#define WARPBOOK_CUDART_LIBS_NVRTC_ASK_H

#include "toolchain/request.h"

/* Call it with the runtime's lock held. Without an answer the reply is REPLY_FAILED. */
void nvrtc_ask(const struct request *r, struct reply *reply);

#endif
