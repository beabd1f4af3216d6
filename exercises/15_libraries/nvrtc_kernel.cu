// nvrtc_kernel: formulas become kernels.
//
//   text, first   the formulas: number f consists of the characters text[first[f]] to text[first[f + 1] - 1]
//   step          for each step, the number of the formula that it applies
//
// The function returns how many of the formulas do not compile. The steps of these do nothing.

#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

// The text of a kernel that applies a formula to n floats, such as "0.5f * v + 1".
static std::string kernel_of(const std::string &formula)
{
    // YOUR CODE HERE
    (void)formula;
    return "";
}

int apply_formulas(float *out, const float *x, int n, const char *text, const int *first, int formulas, const int *step, int steps)
{
    // YOUR CODE HERE: compile each formula once, then launch a kernel for each step
    for (int f = 0; f < formulas; f++)
        printf("%s", kernel_of(std::string(text + first[f], text + first[f + 1])).c_str());
    for (int i = 0; i < n; i++)
        out[i] = x[i];
    (void)step;
    (void)steps;
    return 0;
}
