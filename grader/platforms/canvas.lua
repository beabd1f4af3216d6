-- Canvas. moodle.lua explains the fields.
return {
  title = "Canvas",
  entries = { "{login}[_LATE]_{id}_{number}_{file}" },
  upload = "feedback.html",
  persons = { "student", "id", "login", "user" },
  nobody = "Points Possible",
}
