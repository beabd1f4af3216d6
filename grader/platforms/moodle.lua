-- Moodle. This file has every field that a platform can have, except those in gradescope.lua, github.lua and autolab.lua. To
-- add a platform, copy it, change it, and name your copy: `--layout ./ours.lua`.
return {
  title = "Moodle",

  -- How it names the entries of a download. `{id}` is the student's number, `{login}` or `{name}` says who it is, `{file}` is
  -- the file's own name; `{number}`, `{word}` and `{text}` are not used. `{id}` and `{number}` are digits, `{login}` and
  -- `{word}` have no underscore. `[_LATE]` may be missing; where it is there, the submission is marked as late. All else stands
  -- for itself.
  entries = { "{name}_{id}_assignsubmission_{word}_{file}", "{name}_{id}_assignsubmission_{word}" },
  certain = true,               -- one such name is enough to recognise the platform; otherwise most entries have one

  upload = "feedback.html",     -- it takes feedback back, in files of this name under the names of its download

  -- Its tables: the words in the heads of columns that say who a row is about, what comes before a student's number in a cell,
  -- and the first cell of a row that is about nobody. Here also as Moodle writes them in German and in Spanish.
  persons = { "identifier", "name", "email", "id", "username", "vorname", "nachname", "mail", "anmeldename", "nombre",
    "apellido", "apellidos", "correo" },
  numbers = { "Participant ", "Teilnehmer/in", "Teilnehmer*in", "Participante " },
  nobody = "",

  -- For `--times`: the head of the column that says when the work was handed in, and how its dates name the months, January to
  -- December, in one language after another ("Friday, 20 November 2026, 11:43 PM").
  submitted = { "Last modified (submission)", "Zuletzt geändert (Abgabe)", "Última modificación (entrega)" },
  months = {
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
  },
}
