// SPDX-License-Identifier: GPL-2.0
/*
 * The table of all options, and what they fill. It has each option of strace 6.1: one that cannot
 * be had says why. The order is that of --help.
 */
#include <limits.h>

#include "option.h"
#include "settings.h"

struct settings settings = {
	.column	= 40,
	.strlen	= 32,
};

struct given given;

/* ---------------------------------- words ---------------------------------- */

static const struct option_word status[] = {
	{ "successful" }, { "failed" }, { "unfinished" },
	{ }
};

static const struct option_words status_words = { status };

static const struct option_word quiet[] = {
	{ "attach", QUIET_ATTACH }, { "exit", QUIET_EXIT }, { "personality", QUIET_PERSONALITY },
	{ "thread-execve", QUIET_THREAD_EXECVE }, { "superseded", QUIET_THREAD_EXECVE, true },
	{ "path-resolution", QUIET_PATH_RESOLUTION },
	{ "path-resolve", QUIET_PATH_RESOLUTION, true },
	{ "all", ~0U }, { "none", QUIET_CHOSEN, true },
	{ }
};

static const struct option_words quiet_words = { quiet, "and", " can be left out" };

static const struct option_word sort[] = {
	{ "time", SORT_TIME }, { "time-total", SORT_TIME, true }, { "total-time", SORT_TIME, true },
	{ "calls", SORT_CALLS }, { "count", SORT_CALLS, true },
	{ "errors", SORT_ERRORS }, { "error", SORT_ERRORS, true },
	{ "name", SORT_NAME }, { "syscall", SORT_NAME, true }, { "syscall-name", SORT_NAME, true },
	{ "min-time", SORT_MIN }, { "time-min", SORT_MIN, true }, { "shortest", SORT_MIN, true },
	{ "max-time", SORT_MAX }, { "time-max", SORT_MAX, true }, { "longest", SORT_MAX, true },
	{ "avg-time", SORT_AVERAGE }, { "time-avg", SORT_AVERAGE, true },
	{ "nothing", SORT_NOTHING }, { "none", SORT_NOTHING, true },
	{ }
};

static const struct option_words sort_words = { sort, "and", " are keys" };

static const struct option_word hex[] = {
	{ "non-ascii", HEX_BINARY }, { "all", HEX_ALL }, { "none", HEX_NONE },
	{ }
};

static const struct option_words hex_words = { hex, "or", "" };

static const struct option_word consts[] = {
	{ "raw", CONST_RAW }, { "abbrev", CONST_ABBREV }, { "verbose", CONST_VERBOSE },
	{ }
};

static const struct option_words const_words = { consts, "and", " are styles" };

static const struct option_word interruptible[] = {
	{ "anywhere" }, { "waiting" }, { "never" }, { "never_tstp" },
	{ "1", .is_unlisted = true }, { "2", .is_unlisted = true },
	{ "3", .is_unlisted = true }, { "4", .is_unlisted = true },
	{ }
};

static const struct option_words interruptible_words = { interruptible, "and", " are moments" };

/* ---------------------------------- options --------------------------------- */

/* What strace has with the same name */
#define SAME		"the same"

#define SHARED_8KB	\
	"up to 4095; 0 shows addresses; the arguments of execve() share 8 KB, as do the elements " \
	"of a vector: -s 4000 shows most command lines whole. See \"What is left out\" in syscall.rst"

/* Why an option cannot be had */
#define NOT_RECORDED	"the tracer does not record it"
#define CHANGES		"the tracer changes nothing that a program does"
#define AS_FAR_AS_S	"data is recorded as far as -s says, not as a whole"
#define FILE_OF_FD	"what a descriptor was open on is not recorded at the call, and may be another file later"
#define STACKS		"stacks are not resolved to functions yet; options/userstacktrace of tracefs records them"
#define DETACH		"a program goes on being traced when it executes another one; --no-follow leaves children alone"

const struct option_row option_rows[] = {
	{ .help = "Which tasks" },
	{ 'p', "attach", "these processes with all their threads", OPTION_PARSE,
	  "PID,...", BY_PID, .parse = parse_pids, .least = 1, .most = INT_MAX,
	  .strace = "the same; all threads, with and without -f; calls that they are in go on" },
	{ 0, "comm", "tasks of this name; * and ? stand for other text", OPTION_TEXT,
	  "NAME", BY_COMMAND, .text = &settings.comm },
	{ 0, "uid", "tasks of this user", OPTION_TEXT, "USER", BY_USER, .text = &settings.uid },
	{ 0, "cgroup", "tasks in this cgroup, and below", OPTION_TEXT,
	  "PATH", BY_FOLDER, .text = &settings.cgroup },
	{ 0, "all", "all tasks", OPTION_FLAG, .flag = &settings.all },
	{ 'f', "follow-forks", "children, too (the default), and wait for the last of them",
	  OPTION_TALLY, .number = &given.follows, .times = 2,
	  .strace = "children are followed without it, too" },
	{ 'F', NULL, "an old name of -f", OPTION_FLAG, .flag = &given.old_follow,
	  .strace = "the same as -f, as in strace", .is_unlisted = true },
	{ 0, "no-follow", "no children", OPTION_FLAG, .flag = &given.no_follow },
	{ 'u', "user", "run the command as this user", OPTION_TEXT,
	  "USER", BY_USER, .text = &settings.user, .strace = SAME },
	{ 'E', "env", "set for the command; NAME alone: unset", OPTION_TEXTS,
	  "NAME=VALUE", .texts = &settings.environment, .strace = SAME },

	{ .help = "Which calls" },
	{ 'e', NULL, "what is shown: see below, and trace=, signal=, status=, quiet=",
	  OPTION_EXPRESSION, "EXPRESSION", BY_CALLS },
	{ 0, "trace", "calls and classes of calls", OPTION_PARSE, "CALL,...", BY_CALLS,
	  .parse = parse_calls, .qualifiers = "trace,t", .strace = SAME, .is_unlisted = true },
	{ 0, "signals", "signals by name or number", OPTION_TEXT, "SET",
	  .text = &settings.signals, .aliases = { "signal" }, .qualifiers = "signal,signals,s",
	  .strace = "the same", .is_unlisted = true },
	{ 0, "status", "calls that have ended so", OPTION_TEXT, "SET", .text = &settings.status,
	  .words = &status_words, .qualifiers = "status",
	  .strace = "the same; no call is unavailable or detached", .is_unlisted = true },
	{ 'P', "trace-path", "calls with this path as an argument", OPTION_TEXTS,
	  "PATH", BY_FILE, .texts = &settings.paths,
	  .strace = "the same for paths; descriptors that are open on the file do not count" },
	{ 'z', "successful-only", "calls that succeeded", OPTION_TEXT,
	  .text = &settings.status, .value = "successful", .strace = SAME },
	{ 'Z', "failed-only", "calls that failed", OPTION_TEXT,
	  .text = &settings.status, .value = "failed", .strace = SAME },

	{ .help = "How lines look" },
	{ 'a', "columns", "where results begin: 40", OPTION_NUMBER,
	  "COLUMN", .number = &settings.column, .most = 1000, .strace = SAME },
	{ 's', "string-limit", "bytes of data to show: 32", OPTION_NUMBER,
	  "SIZE", .number = &settings.strlen, .most = INT_MAX, .strace = SHARED_8KB },
	{ 't', NULL, "time of day; -tt: with microseconds; -ttt: since 1970", OPTION_TALLY,
	  .number = &given.stamps, .times = 3, .strace = SAME },
	{ 0, "absolute-timestamps", "time by its format and precision", OPTION_PARSE,
	  "[FORMAT]", .value = "time", .parse = parse_stamp, .aliases = { "timestamps" },
	  .strace = "the same; no precision of milliseconds or nanoseconds", .is_unlisted = true },
	{ 'r', "relative-timestamps", "time since the line before", OPTION_FLAG,
	  .flag = &settings.relative, .strace = SAME },
	{ 'T', "syscall-times", "how long each call took", OPTION_FLAG,
	  .flag = &settings.durations, .strace = SAME },
	{ 0, "cpu", "the CPU that recorded the call", OPTION_FLAG, .flag = &settings.cpus },
	{ 'n', "syscall-number", "numbers of calls", OPTION_FLAG, .flag = &settings.numbers,
	  .strace = SAME },
	{ 'x', NULL, "strings that are not ASCII in hex; -xx: all strings", OPTION_TALLY,
	  .number = &settings.hex, .times = 2, .strace = SAME },
	{ 0, "strings-in-hex", "strings that are not ASCII, or all, in hex", OPTION_WORD, "[SET]",
	  .number = &settings.hex, .value = "all", .words = &hex_words, .strace = SAME,
	  .is_unlisted = true },
	{ 'X', "const-print-style", "constants as raw, abbrev or verbose", OPTION_WORD,
	  "STYLE", .number = &settings.consts, .words = &const_words,
	  .strace = "the same, but for AT_FDCWD, types of files and limits" },
	{ 'q', NULL, "tell no attaching; -qq: no ends of tasks either; -qqq: nothing but calls",
	  OPTION_TALLY, .number = &given.quiets, .times = 3, .strace = SAME },
	{ 0, "quiet", "what is not told", OPTION_SET, "[SET]", .number = &settings.quiet,
	  .value = "attach,personality", .words = &quiet_words, .aliases = { "silent", "silence" },
	  .qualifiers = "quiet,silent,silence,q", .strace = SAME, .is_unlisted = true },

	{ .help = "Where lines go" },
	{ 'o', "output", "write to this file; '|COMMAND': to this command", OPTION_TEXT,
	  "FILE", BY_FILE, .text = &settings.output, .strace = SAME },
	{ 'A', "output-append-mode", "add to the file", OPTION_FLAG, .flag = &settings.append,
	  .strace = SAME },
	{ 0, "output-separately", "a file FILE.TASK for each task; -ff, too", OPTION_FLAG,
	  .flag = &settings.separate, .strace = SAME },
	{ 0, "json", "JSON, an object per line", OPTION_FLAG, .flag = &settings.json },
	{ 0, "perfetto", "no lines, but a picture for ui.perfetto.dev", OPTION_PARSE,
	  "FILE", BY_FILE, .parse = parse_picture, .picture = PICTURE_PERFETTO },
	{ 0, "ctf", "no lines, but a trace for babeltrace2", OPTION_PARSE,
	  "FOLDER", BY_FOLDER, .parse = parse_picture, .picture = PICTURE_CTF },
	{ 0, "html", "no lines, but a page for any browser", OPTION_PARSE,
	  "FILE", BY_FILE, .parse = parse_picture, .picture = PICTURE_HTML },

	{ .help = "Counting" },
	{ 'c', "summary-only", "count calls instead", OPTION_FLAG, .flag = &settings.count,
	  .strace = "the same; times are taken by the kernel" },
	{ 'C', "summary", "count them, too", OPTION_FLAG, .flag = &settings.count_too,
	  .strace = SAME },
	{ 'w', "summary-wall-clock", "with -c: how long they took, not the time on a CPU",
	  OPTION_FLAG, .flag = &settings.wall, .strace = SAME },
	{ 'S', "summary-sort-by",
	  "time, calls, errors, name, min-time, max-time, avg-time, nothing",
	  OPTION_WORD, "KEY", .number = &settings.sort, .words = &sort_words,
	  .strace = "the same; min-time and max-time are how long calls took, also without -w" },

	{ .help = "Losses" },
	{ 0, "buffer", "of the ring buffer of each CPU, such as 64M", OPTION_SIZE,
	  "SIZE", .size = &settings.buffer, .least = 4096, .most = 1ULL << 40 },

	{ .help = "About sctrace" },
	{ 'h', "help", "print this", OPTION_HELP, .strace = SAME },
	{ 'V', "version", "print the version", OPTION_VERSION, .strace = SAME },

	{ 'D', "daemonize", "the command is no child that is held", OPTION_IGNORED, "[KIND]" },
	{ 'I', "interruptible", "Ctrl-C ends the tracing at any time", OPTION_IGNORED, "WHEN",
	  .words = &interruptible_words },
	{ 'd', "debug", "it is strace that this would debug", OPTION_IGNORED },
	{ 'v', "no-abbrev",
	  "what is recorded of structures is shown; environments are not recorded",
	  OPTION_IGNORED },
	{ 0, "seccomp-bpf", "calls that are left out cost nearly nothing anyway", OPTION_IGNORED },

	{ 'k', "stack-traces", STACKS, OPTION_REFUSED },
	{ 'y', "decode-fds", FILE_OF_FD, OPTION_REFUSED, "[SET]", .times = 2,
	  .qualifiers = "decode-fds,decode-fd" },
	{ 'Y', "decode-pids", NOT_RECORDED, OPTION_REFUSED, "[SET]",
	  .qualifiers = "decode-pids,decode-pid" },
	{ 'i', "instruction-pointer", NOT_RECORDED, OPTION_REFUSED },
	{ 'O', "summary-syscall-overhead", "no overhead is in the times", OPTION_REFUSED, "TIME" },
	{ 'U', "summary-columns", "the columns are those of strace -c", OPTION_REFUSED,
	  "COLUMN,..." },
	{ 'b', "detach-on", DETACH, OPTION_REFUSED, "CALL" },
	{ 0, "abbrev",
	  "-X says how constants look, and what is recorded of structures is shown",
	  OPTION_REFUSED, "SET", .qualifiers = "abbrev,a" },
	{ 0, "verbose", "what is recorded of structures is shown", OPTION_REFUSED, "SET",
	  .qualifiers = "verbose,v" },
	{ 0, "raw", "-X raw shows all calls so", OPTION_REFUSED, "SET", .qualifiers = "raw,x" },
	{ 0, "read", AS_FAR_AS_S, OPTION_REFUSED, "SET", .qualifiers = "read,reads,r" },
	{ 0, "write", AS_FAR_AS_S, OPTION_REFUSED, "SET", .qualifiers = "write,writes,w" },
	{ 0, "inject", CHANGES, OPTION_REFUSED, "SET", .qualifiers = "inject" },
	{ 0, "fault", CHANGES, OPTION_REFUSED, "SET", .qualifiers = "fault" },
	{ 0, "kvm", NOT_RECORDED, OPTION_REFUSED, "SET", .qualifiers = "kvm" },
	{ 0, "argv0", "the command gets its own name", OPTION_REFUSED, "NAME" },
	{ 0, "kill-on-exit", CHANGES, OPTION_REFUSED },
	{ 0, "tips", "sctrace(1) has some", OPTION_REFUSED, "[FORMAT]" },
};

const size_t nr_option_rows = ARRAY_SIZE(option_rows);
