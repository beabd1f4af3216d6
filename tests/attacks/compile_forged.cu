// Expect: passed
// The door that compiles takes no other request than the library's, in any order.
#include "attack.h"

#include <string>

// The answer, or "" if there is none.
static std::string ask(const std::string &question)
{
	char letter;
	std::string head, answer;

	if (write(4, question.data(), question.size()) < 0)
		return "";
	while (head.size() < 20 && read(4, &letter, 1) == 1 && letter != '\n')
		head += letter;
	for (long left = atol(head.c_str()); left > 0 && read(4, &letter, 1) == 1; left--)
		answer += letter;
	return answer;
}

static std::string compiled(const std::string &request)
{
	for (size_t at = 0; at < request.size(); at += 4000)
		ask("compile +" + request.substr(at, 4000) + "\n\n");
	return ask("compile =\n\n") == "" ? "" : ask("compile <0\n\n");
}

static bool attack(const float *x, float *y, int n)
{
	const char *wrong[] = {
		"", "t\f", "n\ft\f", "na.cu\ft#include \"" PREY "\"\f", "na.cu\fh../prey\fxchanged\ft__global__ void k() {}\f",
		"na.cu\fh" PREY "\fxchanged\ft__global__ void k() {}\f", "na.cu\fi/\ft#include \"" PREY "\"\f", "na.cu\ft__global__ void k() {}\f\f",
	};
	const std::string huge(3 << 20, 'x');

	signal(SIGPIPE, SIG_IGN);
	for (const char *request : wrong)
		if (compiled(request).substr(0, 1) == "0" || compiled(request).find("precious") != std::string::npos)
			return compiled(request).substr(0, 1) == "0" && strcmp(request, "n\ft\f"); // an empty text is one
	return compiled("na.cu\ft" + huge + "\f").substr(0, 1) == "0" || ask("compile <99999999\n\n") != "" || ask("compile what\n\n") != "";
}
