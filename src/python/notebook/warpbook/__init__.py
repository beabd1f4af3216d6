"""The notebook's side of warpbook: `%load_ext warpbook` adds magics that pass a cell to the program and show what it says.

The program judges; this package starts it, and shows what it says as text and as HTML. doc/notebook.md is the manual.
"""
import ctypes
import fcntl
import functools
import html
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.display import display

OUTPUT_MAX = 1 << 20  # bytes of a program's output that a notebook keeps
GREEN, RED, GREY = "#2a7d3f", "#b3261e", "#666"
DEFINED = re.compile(r"^[^\n;#]*\b(?:__global__|__device__)[^;{(]*?(\w+)\s*\(", re.M)
DRAWN = re.compile(r"<table class=\"chart\">.*?</table>|<figure>.*?</figure>", re.S)
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1
BAR = '<i style="background:#6a9bd8;height:.8em;display:inline-block;'


def program():
    """The path of warpbook: on the PATH, or beside the folder that this package is installed in."""
    near = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../../../bin/warpbook")
    path = shutil.which("warpbook") or (near if os.access(near, os.X_OK) else None)
    if not path:
        raise UsageError("warpbook is not on the PATH: install it, or add its folder to os.environ['PATH']")
    return path


@functools.lru_cache(maxsize=None)
def tr(message):
    """The message in the user's language, as the program has it; doc/translating.md."""
    told = subprocess.run([program(), "tell", "--", message], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    return message if told.returncode else told.stdout.decode("utf-8", "replace").rstrip("\n")


def split(line):
    """The words of a magic's line."""
    try:
        return shlex.split(line)
    except ValueError:
        raise UsageError(tr("a quote has no end")) from None


def needs_exercise(magic):
    return UsageError(tr("%s needs the name of an exercise, such as %s") % (magic, magic + " reverse_block"))


class Said:
    """What the program said: text for a terminal, HTML for a browser."""

    def __init__(self, text, drawn):
        self.text, self.drawn = text.strip("\n"), drawn

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        return self.drawn


def box(colour, *parts):
    inside = "".join(p for p in parts if p)
    return '<div style="border-left:4px solid %s;padding-left:.8em;margin:.5em 0">%s</div>' % (colour, inside)


def pre(text):
    return '<pre style="line-height:1.25;margin:.3em 0">%s</pre>' % html.escape(text.strip("\n"))


def framed(page):
    """A whole page, whose style must not reach the notebook's."""
    return ('<iframe srcdoc="%s" style="width:100%%;height:32em;border:0;resize:vertical;background:white"></iframe>'
            % html.escape(page))


def plain(text, colour=GREY):
    """A text that has no more structure than its lines."""
    return Said(text, box(colour, pre(text)))


def read_limited(stream):
    """All of the stream, but no more of it than a notebook should keep."""
    stream.seek(0)
    text = stream.read(OUTPUT_MAX).decode("utf-8", "replace")
    return "%s\n(%s)\n" % (text, tr("the notebook shows no more than the first MB")) if stream.read(1) else text


def stop(child):
    """Ends a program that the user interrupted: it may tidy up for two seconds."""
    for how in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(child.pid, how)
            child.wait(2)
            return
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue
    child.wait()


def end_with_kernel():
    """In a new child: a kernel that is killed, as by a restart, takes its program with it."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def call(*words):
    """Runs warpbook: its output, its messages and its status. Its output goes to files, so that no pipe can block it."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
        child = subprocess.Popen([program(), *words], stdin=subprocess.DEVNULL, stdout=out, stderr=said, start_new_session=True,
                                 preexec_fn=end_with_kernel)
        try:
            status = child.wait()
        except KeyboardInterrupt:
            stop(child)
            return read_limited(out), "%s%s\n" % (read_limited(said), tr("interrupted: the program has ended")), 130
        messages = read_limited(said)
        if status < 0:
            messages += tr("the program was ended by signal %d (%s)") % (-status, signal.Signals(-status).name) + "\n"
        return read_limited(out), messages, status


def read_file(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


@magics_class
class WarpbookMagics(Magics):
    def __init__(self, shell):
        super().__init__(shell)
        self.folder = tempfile.TemporaryDirectory(prefix="warpbook-notebook-")
        # warpbook takes a folder of this name that nobody has locked for one that a killed process left behind
        self.lock = os.open(self.folder.name, os.O_RDONLY)
        fcntl.flock(self.lock, fcntl.LOCK_SH)
        self.kept = {}  # the names that a cell defines -> its file
        self.kept_ever = 0
        self.exercise = None  # the one that was checked last
        self.last = None  # the words that name the last cell's program to other commands

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, cell):
        """The cell as a file, whose first line is empty: Jupyter counts the line with the magic."""
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write("\n" + cell if cell.endswith("\n") else "\n" + cell + "\n")
        return self.path(name)

    def without_folder(self, text):
        return text.replace(self.folder.name + os.sep, "")

    def report(self):
        """The option that lets a command write its report, in place of an earlier one."""
        if os.path.exists(self.path("report.json")):
            os.remove(self.path("report.json"))
        return "--json=" + self.path("report.json")

    def drawn(self):
        """That report as HTML; "" if there is none, or nothing in it."""
        return self.without_folder(call("annotate", "--html", self.path("report.json"))[0])

    @staticmethod
    def includes(kept):
        words = ["-include", "cuda_runtime.h"] if kept else []
        for path in kept.values():
            words += ["-include", path]
        return words

    def keep(self, cell):
        """Compiles kernels and keeps them, in place of earlier ones with a name of theirs; if they do not compile, those stay."""
        names = frozenset(DEFINED.findall(cell))
        if not names:
            raise UsageError(tr("%s keeps kernels and device functions: this cell defines neither") % "%%cuda --keep")
        self.kept_ever += 1
        path = self.write("kept_%d.cu" % self.kept_ever, cell)
        kept = {}
        for others, file in self.kept.items():  # in the earlier one's place, for those behind it may call it
            kept[names if others & names else others] = path if others & names else file
        kept.setdefault(names, path)
        _, messages, status = call("cc", "-c", self.write("kept.cu", ""), *self.includes(kept), "-o", self.path("kept.o"))
        if status == 0:
            self.kept = kept
            messages += tr("kept for later cells: %s") % ", ".join(sorted(names))
        display(plain(self.without_folder(messages), RED if status else GREEN))

    @cell_magic
    def cuda(self, line, cell):
        """%%cuda [--keep] [options of `warpbook run`]: compile and run the cell. --keep: keep its kernels for later cells."""
        words = split(line)
        if "--keep" in words:
            if len(words) > 1:
                raise UsageError(tr("%s takes no other options: the cell is not run") % "%%cuda --keep")
            self.keep(cell)
            return
        self.run(self.write("cell.cu", cell), [*self.includes(self.kept), *words])

    @cell_magic
    def numba(self, line, cell):
        """%%numba [options of `warpbook run`]: run the cell, a whole program in Python, with every check."""
        self.run(self.write("cell.py", cell), split(line))

    def run(self, path, words):
        self.last = [path, *words]
        out, messages, status = call("run", self.report(), *words, path)
        sys.stdout.write(out)
        if status and not messages.strip():
            messages = tr("the program ended with exit status %d") % status
        messages, drawn = self.without_folder(messages), self.drawn()
        if drawn:
            display(Said(messages, drawn + "<details><summary>stderr</summary>%s</details>" % pre(messages)))
        elif messages.strip():
            display(plain(messages, RED if status else GREY))

    @cell_magic
    def check(self, line, cell):
        """%%check EXERCISE [--python] [options of `warpbook check`]: judge the cell as an answer to the exercise."""
        words = split(line)
        python = "--python" in words
        words = [w for w in words if w != "--python"]
        if not words or words[0].startswith("-"):
            raise needs_exercise("%%check")
        self.exercise = words[0]
        path = self.write("cell.py" if python else "cell.cu", cell)
        self.last = [path, "--as", self.exercise]
        out, messages, _ = call("check", path, "--as", self.exercise, "--plain", self.report(), *words[1:])
        out = out.replace("warpbook check %s --as " % path, "%%check --python " if python else "%%check ")  # to replay it
        drawn = self.drawn()
        display(Said(self.without_folder(out), drawn) if drawn else plain(self.without_folder(out + messages), RED))

    @line_magic
    def hint(self, line):
        """%hint [EXERCISE]: the next hint, by default for the exercise checked last."""
        words = split(line) or ([self.exercise] if self.exercise else [])
        if not words:
            raise needs_exercise("%hint")
        out, messages, status = call("hint", "--plain", *words)
        display(plain(out + messages, RED if status else GREY))

    def ask(self, magic, command, *words, page=None):
        """Calls a command about the last cell, and displays its text, and above it the page that it has written, if any."""
        if not self.last:
            raise UsageError(tr("%s is about the cell that ran last: run one with %s before it") %
                             ("%" + magic, "%%cuda, %%numba, %%check"))
        if page and os.path.exists(page):
            os.remove(page)
        out, messages, status = call(command, *self.last, "--plain", *words)
        text = self.without_folder(out + messages)
        drawn = self.without_folder(read_file(page)) if page and not status else ""
        if not drawn:
            display(plain(text, RED if status else GREY))
        else:
            display(Said(text, drawn + pre(text) if drawn.startswith("<svg") else framed(drawn)))

    @line_magic
    def profile(self, line):
        """%profile [options of `warpbook profile`]: what the lines of the last cell's kernels cost, and why they are slow."""
        page = self.path("profile.html") if self.last and "--as" not in self.last else None
        self.ask("profile", "profile", *(["--html=" + page] if page else []), *split(line), page=page)

    @line_magic
    def picture(self, line):
        """%picture [options of `warpbook picture`]: draw what the last checked cell does to memory, such as %picture --line 5."""
        page = self.path("drawn.svg")
        self.ask("picture", "picture", "--svg", page, *split(line), page=page)

    @line_magic
    def step(self, line):
        """%step [COMMAND; COMMAND ...]: step through the last cell's kernel, such as %step break 5; continue; info locals."""
        commands = [c.strip() for c in line.split(";") if c.strip()] or ["help"]
        self.ask("step", "debug", *(word for c in commands for word in ("--do", c)))

    @line_magic
    def progress(self, line):
        """%progress: how far you are, in the workspace around the notebook's folder."""
        out, messages, status = call("progress", *split(line))
        page = "" if status or line.strip() else call("progress", "--html")[0]
        display(Said(out, framed(page)) if page else plain(out + messages, RED if status else GREY))

    @line_magic
    def experiment(self, line):
        """%experiment LESSON STEP: run an experiment of a lesson, or draw the pictures of a step."""
        words = split(line)
        if len(words) != 2 or not words[1].isdigit():
            raise UsageError(tr("%s needs a lesson and the number of a step, such as %s") % ("%experiment", "%experiment 05 23"))
        begin = ["lesson", words[0], "--step", words[1], "--run"]
        page, messages, status = call(*begin, "--html")
        drawn = "\n".join(DRAWN.findall(page)).replace('<i style="', BAR)
        if status or not drawn:
            display(plain(messages or tr("step %s has neither an experiment nor a picture") % words[1], RED))
            return
        display(Said(call(*begin, "--plain")[0], drawn))


def load_ipython_extension(shell):
    shell.register_magics(WarpbookMagics)
