-- A course for `warpbook grade course FILE`, with every possible field. Only `assignments` is needed.
return {
  title = "GPU programming",

  -- Each assignment is the file that `warpbook grade` takes, relative to this one. The share of its points that a student has counts
  -- `weight` times. Without any weight, each assignment weighs as much as it has points.
  assignments = {
    { "a1.lua", weight = 30 },
    { "a2.lua", weight = 30, class = "../spring" }, -- its gradebook is in another folder than beside it
    { "project.lua", weight = 40, keep = true, pass = 40 }, -- it is never dropped, and nobody passes the course below 40 % of it
    { "extra.lua", weight = 5, bonus = true }, -- it only adds: without it the course is 100 % already
  },

  drop_lowest = 1,                    -- so many assignments with the lowest share do not count; of equal ones the heavier
  most = 110,                         -- bonus leads to no more than this, in percent
  excused = {                         -- assignments that do not count for a student, by the id that `warpbook grade` prints
    -- { "1012", "a2", reason = "ill" },
  },

  pass = 50,                          -- percent of the course; or a function, which may give grades, too:
  -- pass = function(student)
  --   if student.assignments.project.percent < 40 then return { passed = false, grade = "F", why = "the project is below 40 %" } end
  --   return { passed = student.percent >= 50, grade = student.percent >= 85 and "A" or student.percent >= 50 and "B" or "F" }
  -- end,
}
