/*
 * ptx_mangle.c - C++ names of functions: demangles g++'s names like c++filt.
 */
#include "config.h"

#include <stdlib.h>

#include "ptx/ptx.h"
#include "../tap/tap.h"

static const struct { const char *mangled, *plain; } rows[] = {
	{ "_Z2cbPFviPfEPFivE",
	  "cb(void (*)(int, float*), int (*)())" },
	{ "_Z2eliz",
	  "el(int, ...)" },
	{ "_Z2fpPFffEPf",
	  "fp(float (*)(float), float*)" },
	{ "_Z2m2PA3_A4_iRA2_i",
	  "m2(int (*) [3][4], int (&) [2])" },
	{ "_Z2paPPA3_i",
	  "pa(int (**) [3])" },
	{ "_Z2pfPFPA3_iiE",
	  "pf(int (*(*)(int)) [3])" },
	{ "_Z2ppPPfPKPKfS_PVi",
	  "pp(float**, float const* const*, float*, int volatile*)" },
	{ "_Z2rpIiEPT_S0_",
	  "int* rp<int>(int)" },
	{ "_Z2rvOiRf",
	  "rv(int&&, float&)" },
	{ "_Z2ss1PPdPiPyS1_PS_PKS_S_",
	  "ss(P, double*, int*, unsigned long long*, int*, P*, P const*, P)" },
	{ "_Z2tfIN2ns1VI1PEEEvT_",
	  "void tf<ns::V<P> >(ns::V<P>)" },
	{ "_Z2tkILi4ELb1ELj3EEiRAT__i",
	  "int tk<4, true, 3u>(int (&) [4])" },
	{ "_Z2ttI1PEvPT_PKS1_m",
	  "void tt<P>(P*, P const*, unsigned long)" },
	{ "_Z2ttIfEvPT_PKS0_m",
	  "void tt<float>(float*, float const*, unsigned long)" },
	{ "_Z2wiN1WIiE1IEPS1_",
	  "wi(W<int>::I, W<int>::I*)" },
	{ "_Z3addPKfS0_Pfi",
	  "add(float const*, float const*, float*, int)" },
	{ "_Z3arrPA4_iPA4_Kicahstlmxbd",
	  "arr(int (*) [4], int const (*) [4], char, signed char, unsigned char, short, unsigned short, long, unsigned long, "
	  "long long, bool, double)" },
	{ "_Z3negILin3EEvv",
	  "void neg<-3>()" },
	{ "_Z3twoIifEvT_T0_PS0_PS1_",
	  "void two<int, float>(int, float, int*, float*)" },
	{ "_Z4nonev",
	  "none()" },
	{ "_ZL2sti",
	  "st(int)" },
	{ "_ZN12_GLOBAL__N_14anonEPi",
	  "(anonymous namespace)::anon(int*)" },
	{ "_ZN2ns1qENS_1QEPS0_RKS0_",
	  "ns::q(ns::Q, ns::Q*, ns::Q const&)" },
	{ "_ZN2ns2in4deepEPNS_1QEi",
	  "ns::in::deep(ns::Q*, int)" },
	{ "_ZN2ns2tnIfLi8EEEvPAT0__T_S1_",
	  "void ns::tn<float, 8>(float (*) [8], float)" },
	{ "_ZN2ns2vvENS_1VIiEEPNS0_IfEES1_",
	  "ns::vv(ns::V<int>, ns::V<float>*, ns::V<int>)" },
	{ "_ZN2ns3addEPfPKfi",
	  "ns::add(float*, float const*, int)" },
	{ "_ZNK5ScaleclEf",
	  "Scale::operator()(float) const" },
	{ "_ZN5ScaleC1Ei",
	  "Scale::Scale(int)" },
	{ "_ZN5ScaleD2Ev",
	  "Scale::~Scale()" },
	{ "_ZN4VecTIfEpLERKS0_",
	  "VecT<float>::operator+=(VecT<float> const&)" },
	{ "_ZNK3foo3barIiEEvT_",
	  "void foo::bar<int>(int) const" },
	{ "_ZZN5Field3runEvENKUliE_clEi",
	  "Field::run()::{lambda(int)#1}::operator()(int) const" },
	{ "_Z8for_eachIZN5Field3runEvEUliE_EviT_",
	  "void for_each<Field::run()::{lambda(int)#1}>(int, Field::run()::{lambda(int)#1})" },
	{ "_Z8for_eachIZ4mainEUliE0_EviT_",
	  "void for_each<main::{lambda(int)#2}>(int, main::{lambda(int)#2})" },
	{ "_ZZ4mainENKUlvE_clEv",
	  "main::{lambda()#1}::operator()() const" },
	{ "_Z1gIZ3foovE1SEvT_",
	  "void g<foo()::S>(foo()::S)" },
	{ "_Z1kIZNK1A1fIfEEvT_EUliE_EvfS2_",
	  "void k<A::f<float>(float) const::{lambda(int)#1}>(float, A::f<float>(float) const::{lambda(int)#1})" },
	{ "kernel", "kernel" },
	{ "_start", "_start" },
};

static const struct { const char *mangled, *name; } names[] = {
	{ "_Z3addPKfS0_Pfi", "add" },
	{ "_ZN2ns3addEPfPKfi", "add" },
	{ "_Z2ttIfEvPT_PKS0_m", "tt" },
	{ "_ZN2ns2in4deepEPNS_1QEi", "deep" },
	{ "_ZNK5ScaleclEf", "Scale::operator()" },
	{ "_ZN8__main__3addB2v1B10cw51cXTLSUE5ArrayIfLi1E1C7mutable7alignedEi", "add" },
	{ "_ZN6cudapy4make12_3clocals_3e6kernelB2v2E5ArrayIfLi1E1C7mutable7alignedE", "kernel" },
	{ "_ZN2ns5ScaleC1Ei", "Scale" },
	{ "_ZZN5Field3runEvENKUliE_clEi", "{lambda(int)#1}::operator()" },
	{ "_ZN4VecTIfEpLERKS0_", "VecT::operator+=" },
	{ "saxpy", "saxpy" },
};

static const char *const unknown[] = { "_ZN12_GLOBAL__N_1E6float4",
	"_Z", "_Z3ad", "_Z9999999999999999999999a", "_Z3add", "_Z3addS_", "_Z3addS9_", "_Z3addT_", "_Z3addPP",
	"_Z3addQ", "_ZN3add", "_ZNK3addE", "_ZplRK1AS1_", "_Z3addILi", "_Z3addA4", "_Z3addFvv", "_ZZ3addvE", "_ZZ3addvEUl",
	"_ZZ3addvEUliE", "_ZZZZZ", "_ZZ3addvENKUliE_cl", "_ZZ3addvEs_", "_Z3addSzzz_i",
};

static bool demangles(int (*demangle)(const char *, struct buf *), const char *mangled, const char *want)
{
	struct buf out = BUF_INIT;
	bool same = demangle(mangled, &out) == 0 && is_text(buf_text(&out), want, mangled);

	buf_release(&out);
	return same;
}

static void test_deep(void)
{
	struct buf name = BUF_INIT, out = BUF_INIT;

	buf_puts(&name, "_Z1f");
	for (int i = 0; i < 100000; i++)
		buf_putc(&name, 'P');
	buf_puts(&name, "i");
	ok(ptx_demangle(name.data, &out) == -1 && out.len == 0, "an endlessly nested type is rejected");
	buf_clear(&name);
	buf_puts(&name, "_Z1fM1A");
	for (int i = 0; i < 100; i++)
		buf_puts(&name, "FvS_S_E");
	ok(ptx_demangle(name.data, &out) == -1, "so is one that doubles without end");
	buf_release(&name);
	buf_release(&out);
}

int main(void)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (!demangles(ptx_demangle, rows[i].mangled, rows[i].plain))
			ok(false, "%s is demangled", rows[i].mangled);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!demangles(ptx_demangle_name, names[i].mangled, names[i].name))
			ok(false, "%s has a name", names[i].mangled);
	for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
		ok(ptx_demangle(unknown[i], &out) == -1 && out.len == 0, "%s is not known, and nothing is written", unknown[i]);
	test_deep();
	buf_release(&out);
	return tap_done();
}
