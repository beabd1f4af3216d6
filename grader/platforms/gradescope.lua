-- Gradescope. moodle.lua explains the fields that are not explained here.
return {
  title = "Gradescope",

  -- A file of the download that says who handed in which entry. It is read line by line: `entry` begins an entry, the others
  -- come before a value.
  metadata = { file = "submission_metadata.yml", entry = "submission_", name = "- :name:", id = { "  :sid:", "  :email:" },
    time = "  :created_at:" },

  -- `--results gradescope=DIR` (or `--gradescope DIR`) writes DIR/STUDENT.json with what this function makes of a student.
  -- `student` has id, name, points, possible and exercises, a list. Each has exercise, state, points (nil: not graded), possible,
  -- note, verdict, message, report, and the other keys of `warpbook grade --json`.
  results = function(student)
    local tests = {}
    for i, x in ipairs(student.exercises) do
      local said = x.report or x.note or x.state
      for _, c in ipairs(x.comments) do
        said = said .. "\n" .. c.author .. (c.line and ", line " .. c.line or "") .. ": " .. c.text
      end
      tests[i] = { name = x.exercise, max_score = x.possible, score = x.points, visibility = "visible", output = said }
    end
    return { score = student.points, visibility = "after_published", tests = tests }
  end,

  -- `--autograder FILE` writes a zip archive of these files, and of assignment.lua with the class's seed.
  autograder = {
    { "setup.sh", runs = true, text = [[
#!/bin/sh
# Gradescope runs this once, when it builds the autograder. Put warpbook's package into the zip, beside this file.
set -eu
cd /autograder/source
set -- warpbook_*.deb
[ -f "$1" ] || { echo 'warpbook_*.deb is missing: add the package to autograder.zip' >&2; exit 1; }
apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y "$(pwd)/$1"
warpbook doctor compiler
]] },
    { "run_autograder", runs = true, text = [[
#!/bin/sh
# Gradescope runs this for each submission. Without results.json it reports an autograder that failed: what the machine
# fails at is never a zero.
set -u
top=${AUTOGRADER:-/autograder}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/class" "$work/sub" "$top/results"
cp -RP "$top/submission" "$work/sub/student"
cd "$work"
${WARPBOOK_BIN:-warpbook} grade sub --layout folders --assignment "$top/source/assignment.lua" --class class --gradescope out
[ -f out/student.json ] && cp out/student.json "$top/results/results.json"
]] },
  },
}
