/* speech.h - the language that the learner has chosen: `language = "de"` in the configuration, else that of the environment. */
#ifndef WARPBOOK_DESK_SPEECH_H
#define WARPBOOK_DESK_SPEECH_H

#include "base/error.h"

/* The program speaks it from now on. -1: its catalogue is broken; it speaks English. */
int speech_begin(struct error *err);

#endif
