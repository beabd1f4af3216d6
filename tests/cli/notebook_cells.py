"""Runs cells of a notebook without Jupyter: notebook_cells.py PACKAGE LINE, with the cell on standard input.

What IPython gives the package is stubbed here. Prints what the magic displays: text, then HTML behind a line "--- html".
"""
import os
import sys
import types


class UsageError(Exception):
    pass


def module(name, **contents):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(contents)


class Magics:
    def __init__(self, shell):
        self.shell = shell


class Shell:
    def register_magics(self, magics):
        self.magics = magics(self)

    def run(self, cell):
        first, _, rest = cell.partition("\n")
        name, _, line = first.lstrip("%").partition(" ")
        try:
            getattr(self.magics, name)(*([line, rest] if first.startswith("%%") else [line]))
        except UsageError as error:
            print("UsageError: %s" % error)


def display(said):
    print("%r\n--- html\n%s\n--- end" % (said, said._repr_html_()), flush=True)


def same(function):
    return function


module("IPython")
module("IPython.core")
module("IPython.core.error", UsageError=UsageError)
module("IPython.core.magic", Magics=Magics, cell_magic=same, line_magic=same, magics_class=same)
module("IPython.display", display=display)
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import warpbook  # noqa: E402

shell = Shell()
warpbook.load_ipython_extension(shell)
for cell in sys.stdin.read().split("\n====\n"):
    os.utime(shell.magics.folder.name, (0, 0))  # a learner thinks for a while between two cells
    shell.run(cell)
