// Expect: passed
// Output, exceptions, time, random numbers: what a C++ program takes for granted.
#include "attack.h"
#include <chrono>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
static std::string before("made before main");

static bool attack(const float *x, float *y, int n)
{
	bool caught = false;

	try {
		throw std::runtime_error("thrown");
	} catch (const std::exception &e) {
		caught = true;
	}
	std::cout << before << " " << std::random_device()() % 1 << std::endl;
	usleep(1000);
	return !caught || std::chrono::steady_clock::now().time_since_epoch().count() == 0;
}
