/* cufftXt.h - the calls of cuFFT with 64-bit sizes and with types as arguments, which cufft.h has too. */
#pragma once
#define _CUFFTXT_H_ /* programs test for the header with it */

#include "cufft.h"
