"""numba_suite.py - runs Numba's own tests of numba.cuda, one file at a time, and says how each test ended.

    numba_suite.py FOLDER...       folders of numba/cuda/tests: cudadrv, cudapy, doc_examples, nocuda; or FOLDER/test_file

Prints a line for each test: "ok", "fail", "error" or "skip", its name, and for failures the last line of the error.
"""
import importlib
import os
import sys
import unittest
import warnings


class Result(unittest.TestResult):
    def say(self, how, test, why=''):
        why = why.strip().splitlines()[-1] if why.strip() else ''
        name = test.id().replace('numba.cuda.tests.', '')
        print('%s %s%s' % (how, name, ' # ' + why if why else ''), flush=True)

    def addSuccess(self, test):
        self.say('ok', test)

    def addError(self, test, err):
        self.say('error', test, self._exc_info_to_string(err, test))

    def addFailure(self, test, err):
        self.say('fail', test, self._exc_info_to_string(err, test))

    def addSkip(self, test, reason):
        self.say('skip', test, reason)

    def addExpectedFailure(self, test, err):
        self.say('ok', test)

    def addUnexpectedSuccess(self, test):
        self.say('ok', test)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.say('fail', subtest, self._exc_info_to_string(err, test))

    def startTest(self, test):
        super().startTest(test)
        if os.environ.get('SUITE_VERBOSE'):
            print('# ' + test.id(), flush=True)


def main():
    warnings.simplefilter('always')
    for name in sys.argv[1:]:
        module = importlib.import_module('numba.cuda.tests.' + name.replace('/', '.'))
        unittest.defaultTestLoader.loadTestsFromModule(module).run(Result())


if __name__ == '__main__':
    main()
