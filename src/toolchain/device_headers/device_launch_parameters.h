/* device_launch_parameters.h - threadIdx and its like are there before any #include. */
#pragma once
#include <cuda_runtime.h>
