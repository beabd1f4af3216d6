-- GitHub Classroom: a clone for each student. moodle.lua explains the other fields.
return {
  title = "GitHub Classroom",
  clones = true,                -- folders with .git inside; their names begin alike, and the rest is the student's
}
