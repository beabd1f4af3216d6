#include "nothing.h"
void add(float *out, const float *a, const float *b, int n) { }
int main() { return 0; }
