/* cufftXt.h - the calls of cuFFT with 64-bit sizes and types as arguments, which cufft.h has too. */
#pragma once
#define _CUFFTXT_H_ /* programs ask by it whether the header is there */

#include "cufft.h"
