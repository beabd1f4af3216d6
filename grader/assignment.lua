-- An assignment for `warpbook grade DIR --assignment FILE`, with every possible field. Only `name`, `exercises` and each
-- exercise's `points` are needed.
return {
  name = "a1",                        -- names it in the gradebook: do not change it once you have graded
  title = "First kernels",
  -- packs = { "warpbook", "../mine" }, -- whose exercises it may use, in order: installed packs, or folders from here on; without it: as `warpbook pack list`

  -- The answer to an exercise is a file with its name, such as add.cu. Its points are divided among
  --   cases     in proportion to the cases that are right: each case counts, even after a memory error in another. A case whose output is
  --             right, although a checker objects (a forgotten barrier, say), counts half; `objected` changes this share
  --   passed    for the verdict "passed", all or nothing
  --   findings  for a program in which no checker finds an error, all or nothing; a missed limit of speed is none
  --   speed     in proportion to the exercise's limits of speed that it keeps, if every case is right (`--speed gpu` measures them)
  -- The shares add up to 1. Without them: cases = 0.8, speed = 0.2. `language = "python"` or "cuda" takes answers in this language only.
  exercises = {
    { "01_kernels/add", points = 10 },
    { "01_kernels/saxpy", points = 10, cases = 0.5, passed = 0.2, findings = 0.2, speed = 0.1, objected = 0.5 },
  },

  due = "2026-11-20 23:59 +01:00",    -- without a zone: this machine's time
  buffer_minutes = 15,                -- this long after `due` is not late yet
  grace_days = 3,                     -- late days without a deduction for each student over the whole course, all assignments together; work too late to count uses up none
  late = {
    percent = 10, most = 50, days = 5, -- the deduction for each day begun, the most, and the days after which nothing counts
    marked = 1,                       -- work that the platform marks as late (Canvas), without a time, counts as so many days late
  },
  extensions = {                      -- more time for a student: `{ "obrien", hours = 48 }`, or rows of a table
    -- { "obrien", hours = 48 }, { "kim", days = 3 },
    -- file = "extensions.csv",       -- its columns: student, one of hours, days and until, and maybe assignment (none: all)
  },
  aliases = {                         -- who handed in under another name, and under which name a file was asked for
    -- { "Some Folder", student = "1012" },
    -- { "vector_add.cu", exercise = "01_kernels/add" },
  },
  groups = true,                      -- the column `group` of the roster says who hands in together; false: it means something else
  rubric = {                          -- items that you give by hand: `warpbook grade comment STUDENT EX --item names`
    -- { "names", points = -1, text = "names that say what they hold" },
    -- { "tests", points = 1, text = "tests of its own", exercise = "add" },
  },
  counts = "last",                    -- of several files for an exercise: "last", "best" or "last-in-time"
  -- seed = 20261120,                 -- of all inputs; without it, warpbook draws a hidden one for the class and names it in the feedback
}
