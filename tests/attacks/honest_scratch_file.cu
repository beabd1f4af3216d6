// Expect: passed
// A file in the folder that it begins in, and one where TMPDIR points.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	const char *folder = getenv("TMPDIR");
	char name[4200], line[8] = "";
	FILE *f = fopen("notes.txt", "w+");

	if (!f || fputs("seven", f) < 0 || fseek(f, 0, SEEK_SET) || !fgets(line, sizeof line, f) || strcmp(line, "seven"))
		return true;
	fclose(f);
	snprintf(name, sizeof name, "%s/other", folder ? folder : "");
	return !opens(name, O_RDWR | O_CREAT);
}
