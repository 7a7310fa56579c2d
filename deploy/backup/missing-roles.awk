# What pg_dumpall has written about roles that are not among EXISTING, a file of names, one a line (restore-dump.sh). Those
# that are there keep what they may do: of nobody else is anything made, altered or granted.
#
#   awk -f missing-roles.awk EXISTING roles.sql
#
# A comment or a setting may have lines that look like statements, so quotes are followed to the end of each statement.

# The name at the start of a text, without its quotes; the rest is left in `rest`.
function name_of(text,   name) {
  if (text !~ /^"/) {
    match(text, /^[^ ;]*/)
    rest = substr(text, RLENGTH + 1)
    return substr(text, 1, RLENGTH)
  }
  name = ""
  for (text = substr(text, 2); match(text, /"/); text = substr(text, RSTART + 2)) {
    name = name substr(text, 1, RSTART - 1)
    if (substr(text, RSTART + 1, 1) != "\"") break
    name = name "\""
  }
  rest = substr(text, RSTART + 1)
  return name
}

function is_missing(name) {
  return name != "" && name !~ /\n/ && !(name in existing)
}

function is_wanted(statement) {
  if (sub(/^(CREATE|ALTER) ROLE /, "", statement)) return is_missing(name_of(statement))
  if (!sub(/^GRANT /, "", statement)) return 0
  name_of(statement)
  # Other privileges are granted ON something.
  return sub(/^ TO /, "", rest) && is_missing(name_of(rest))
}

# Whether the statement ends with this line.
function ends_with(line,   at, letter) {
  for (at = 1; at <= length(line); at++) {
    letter = substr(line, at, 1)
    if (quote != "") { if (letter == quote) quote = "" }
    else if (letter == "'" || letter == "\"") quote = letter
  }
  return quote == "" && line ~ /;$/
}

NR == FNR { existing[$0] = 1; next }
statement == "" && /^(--|\\|$)/ { next }
{
  statement = statement (statement == "" ? "" : "\n") $0
  if (!ends_with($0)) next
  if (statement ~ /^SET / || is_wanted(statement)) print statement
  statement = ""
}
