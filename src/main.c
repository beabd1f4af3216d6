/* placeholder until src/cmd lands */
#include "config.h"

int main(void)
{
	return 0;
}
