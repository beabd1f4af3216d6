/* carry.c - see carry.h. */
#include "config.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "store/carry.h"
#include "store/internal.h"

#define FORMAT      1
#define ROWS_MOST   100000
#define COLUMNS_MOST 48

/* The attempt first: the others refer to it in the column `attempt`. `own`: the column that each database numbers itself. */
static const struct { const char *table, *own, *rows; } tables[] = {
	{ "attempt", "id", "SELECT * FROM attempt WHERE id = ?" },
	{ "attempt_case", NULL, "SELECT * FROM attempt_case WHERE attempt = ? ORDER BY number" },
	{ "attempt_finding", NULL, "SELECT * FROM attempt_finding WHERE attempt = ? ORDER BY number" },
	{ "attempt_counter", NULL, "SELECT * FROM attempt_counter WHERE attempt = ? ORDER BY name" },
	{ "attempt_metric", NULL, "SELECT * FROM attempt_metric WHERE attempt = ? ORDER BY name" },
	{ "attempt_time", NULL, "SELECT * FROM attempt_time WHERE attempt = ?" },
	{ "grade_result", "id", "SELECT * FROM grade_result WHERE attempt = ?" },
};
#define TABLES (sizeof tables / sizeof *tables)

/* ---- packing ------------------------------------------------------------------------------------ */

/* Unchanged, even if empty. Invalid UTF-8 is cleaned. */
static json_t *pack_text(const char *text, size_t len)
{
	json_t *as_it_is = json_stringn(text, len);

	return as_it_is ? as_it_is : json_text_bytes(text, len);
}

static json_t *pack_value(sqlite3_stmt *row, int i)
{
	switch (sqlite3_column_type(row, i)) {
	case SQLITE_INTEGER:
		return json_integer(sqlite3_column_int64(row, i));
	case SQLITE_FLOAT:
		return json_real(sqlite3_column_double(row, i));
	case SQLITE_TEXT:
		return pack_text((const char *)sqlite3_column_text(row, i), (size_t)sqlite3_column_bytes(row, i));
	default:
		return json_null();
	}
}

static json_t *pack_rows(struct store *s, size_t table, int64_t attempt, struct error *err)
{
	sqlite3_stmt *row = store_query(s, err, tables[table].rows, "i", attempt);
	json_t *all = json_array();
	int code = SQLITE_ERROR;

	while (row && (code = sqlite3_step(row)) == SQLITE_ROW) {
		json_t *one = json_object();

		for (int i = 0; i < sqlite3_column_count(row); i++)
			if (!tables[table].own || strcmp(sqlite3_column_name(row, i), tables[table].own))
				json_object_set_new(one, sqlite3_column_name(row, i), pack_value(row, i));
		json_array_append_new(all, one);
	}
	if (row && code != SQLITE_DONE)
		store_error(s, err);
	sqlite3_finalize(row);
	if (code == SQLITE_DONE)
		return all;
	json_decref(all);
	return NULL;
}

int store_result_pack(struct store *s, int64_t result, struct buf *out, struct error *err)
{
	json_t *document = json_object();
	int64_t attempt;
	int status = store_integer(s, err, &attempt, "SELECT attempt FROM grade_result WHERE id = ?", "i", result);
	char *text;

	json_object_set_new(document, "format", json_integer(FORMAT));
	for (size_t i = 0; !status && i < TABLES; i++) {
		json_t *rows = pack_rows(s, i, attempt, err);

		if (!rows || json_object_set_new(document, tables[i].table, rows))
			status = -1;
	}
	text = status ? NULL : json_dumps(document, JSON_COMPACT);
	if (text)
		buf_puts(out, text);
	free(text);
	json_decref(document);
	return status ? -1 : text && !out->failed ? 0 : error_nomem(err);
}

/* ---- unpacking ------------------------------------------------------------------------------------ */

static int is_odd(struct error *err, const char *what, const char *name)
{
	error_set(err, PARTY_MACHINE, "a result that a machine wrote is damaged: %s '%.60s'", what, name);
	return error_remedy(err, "remove the file; it is graded again");
}

static bool table_has(struct store *s, const char *table, const char *column, struct error *err)
{
	int64_t n = 0;

	return store_integer(s, err, &n, "SELECT count(*) FROM pragma_table_info(?) WHERE name = ?", "tt", table, column) ==
	       0 && n == 1;
}

static int bind(sqlite3_stmt *stmt, int i, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_INTEGER:
		return sqlite3_bind_int64(stmt, i, json_integer_value(value));
	case JSON_REAL:
		return sqlite3_bind_double(stmt, i, json_real_value(value));
	case JSON_STRING:
		return sqlite3_bind_text(stmt, i, json_string_value(value), (int)json_string_length(value), SQLITE_TRANSIENT);
	case JSON_NULL:
		return sqlite3_bind_null(stmt, i);
	default:
		return SQLITE_MISMATCH;
	}
}

/* attempt: the value for the column of that name; 0: the row is the attempt's own. */
static int unpack_row(struct store *s, const char *table, json_t *row, int64_t attempt, struct error *err)
{
	struct buf names = BUF_INIT, marks = BUF_INIT, sql = BUF_INIT;
	sqlite3_stmt *stmt = NULL;
	const char *name;
	json_t *value;
	int i = 0, status = 0;

	if (!json_is_object(row) || json_object_size(row) > COLUMNS_MOST || !json_object_size(row))
		return is_odd(err, "a row of", table);
	json_object_foreach(row, name, value) {
		if (!table_has(s, table, name, err))
			status = is_odd(err, "there is no column", name);
		buf_printf(&names, "%s\"%s\"", names.len ? ", " : "", status ? "" : name);
		buf_printf(&marks, "%s?", marks.len ? ", " : "");
	}
	buf_printf(&sql, "INSERT INTO %s(%s) VALUES(%s)", table, buf_text(&names), buf_text(&marks));
	if (!status && (sql.failed || names.failed || marks.failed))
		status = error_nomem(err);
	if (!status && !(stmt = store_query(s, err, buf_text(&sql), "")))
		status = -1;
	json_object_foreach(row, name, value) {
		bool own = attempt && !strcmp(name, "attempt");

		i++;
		if (!status && (own ? sqlite3_bind_int64(stmt, i, attempt) : bind(stmt, i, value)) != SQLITE_OK)
			status = is_odd(err, "the value of", name);
	}
	if (!status && sqlite3_step(stmt) != SQLITE_DONE)
		status = sqlite3_errcode(s->db) == SQLITE_CONSTRAINT ? is_odd(err, "a row of", table) : store_error(s, err);
	sqlite3_finalize(stmt);
	buf_release(&names);
	buf_release(&marks);
	buf_release(&sql);
	return status;
}

/* Is there already a result with this key? 1, 0, or -1. */
static int is_known(struct store *s, const json_t *result, struct error *err)
{
	static const char *const keys[] = { "source_sha256", "exercise", "content_version", "tool_version", "compiler",
					    "device" };
	const char *words[6];
	int64_t n;

	for (int i = 0; i < 6; i++)
		if (!(words[i] = json_string_value(json_object_get(result, keys[i]))))
			return is_odd(err, "there is no", keys[i]);
	if (store_integer(s, err, &n, "SELECT count(*) FROM grade_result WHERE source_sha256 = ? AND exercise = ? AND "
			  "content_version = ? AND tool_version = ? AND compiler = ? AND device = ? AND seed = ?", "tttttti",
			  words[0], words[1], words[2], words[3], words[4], words[5],
			  (int64_t)json_integer_value(json_object_get(result, "seed"))))
		return -1;
	return n > 0;
}

static int unpack_all(struct store *s, const json_t *document, struct error *err)
{
	int64_t attempt = 0;
	int known = is_known(s, json_array_get(json_object_get(document, "grade_result"), 0), err);

	if (known)
		return known < 0 ? -1 : 0;
	for (size_t t = 0; t < TABLES; t++) {
		const json_t *rows = json_object_get(document, tables[t].table);
		size_t n = json_array_size(rows);

		if (!json_is_array(rows) || n > ROWS_MOST || (tables[t].own && n != 1))
			return is_odd(err, "the rows of", tables[t].table);
		for (size_t i = 0; i < n; i++)
			if (unpack_row(s, tables[t].table, json_array_get(rows, i), attempt, err))
				return -1;
		if (!t)
			attempt = sqlite3_last_insert_rowid(s->db);
	}
	return 0;
}

int store_result_unpack(struct store *s, const char *text, size_t len, struct error *err)
{
	json_t *document = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	int status;

	if (!json_is_object(document) || json_integer_value(json_object_get(document, "format")) != FORMAT) {
		json_decref(document);
		return is_odd(err, "it is not", "a result");
	}
	status = store_begin(s, err);
	if (!status) {
		status = unpack_all(s, document, err);
		if (status)
			store_rollback(s);
		else
			status = store_commit(s, err);
	}
	json_decref(document);
	return status;
}
