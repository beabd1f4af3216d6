-- An assignment for `warpbook grade DIR --assignment FILE`, with every field that there is. Only `name`, `exercises` and each
-- exercise's `points` are needed.
return {
  name = "a1",                        -- names it in the gradebook: do not change it once you have graded
  title = "First kernels",

  -- Each exercise is answered by a file with its name, such as add.cu. Its points are shared out among
  --   cases     by the share of the cases that are right: each case counts, also after a memory error in another
  --   passed    for the verdict "passed", all or nothing
  --   findings  for a program in which no checker finds an error, all or nothing
  --   speed     by the share of the exercise's limits of speed that it keeps, if every case is right (`--speed gpu` measures them)
  -- The shares add up to 1. Without them: cases = 0.8, speed = 0.2.
  exercises = {
    { "01_kernels/add", points = 10 },
    { "01_kernels/saxpy", points = 10, cases = 0.5, passed = 0.2, findings = 0.2, speed = 0.1 },
  },

  due = "2026-11-20 23:59 +01:00",    -- without a zone: this machine's time
  buffer_minutes = 15,                -- so long after it is not late yet
  grace_days = 3,                     -- that each student may be late over the whole course, all assignments together
  late = { percent = 10, most = 50, days = 5 }, -- taken for each day begun, at most so much, and after so many days nothing counts
  extensions = {                      -- added to the time of a student, by the id that `warpbook grade` prints
    -- { "obrien", hours = 48 },
  },
  counts = "last",                    -- of several files for an exercise: "last", "best" or "last-in-time"
  -- seed = 20261120,                 -- of all inputs; without it, warpbook draws a hidden one for the class and names it in the feedback
}
