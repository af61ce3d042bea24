# SPDX-License-Identifier: GPL-2.0
"""Compiles a generated table and asks a program what is in it."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

from conftest import ROOT, WORDS, Tool, Write


HEADERS = {
    "linux/types.h": """\
#ifndef TYPES_H
#define TYPES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
#define __maybe_unused __attribute__((__unused__))
#define __force
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define sizeof_field(type, member) sizeof(((type *)0)->member)
#define static_assert(expr) _Static_assert(expr, #expr)
#endif
""",
    "linux/errno.h": "enum { EPERM = 1, ENOENT };\n",
    "linux/fcntl.h": "#define O_ACCMODE 3\n#define O_WRONLY 1\n#define O_CREAT 0100\n",
    "linux/x.h": """\
#define X_NEGATIVE (-100)
#define X_TOP 0x80000000
#define X_HIGH (1UL << 40)
#define X_SIGN (1 << 31)
#define X_MASK (~3)
enum { X_ONE = 1 };
""",
}

# Shows the whole table, the printers by the name they print.
MAIN = """\
#include <stdio.h>
#include <linux/syscall_trace_table.h>
#include "format/printers.h"

static const char *const sorts[] = {
\t"scalar", "string", "data", "struct", "array", "nested", "unknown", "variant", "variant",
};
static const char *const counts[] = { "elements", "bytes", "bits" };

static inline void show_set(const struct syscall_trace_set *set)
{
\tint i;

\tprintf(" %s unknown=%s size=%d %s", set->name, set->unknown, set->size,
\t       set->flags ? "flags" : "enum");
\tfor (i = 0; i < set->nr; i++)
\t\tprintf(" %s=%llx/%llx(%s)", set->consts[i].name,
\t\t       (unsigned long long)set->consts[i].value,
\t\t       (unsigned long long)set->consts[i].mask,
\t\t       set->consts[i].text ? set->consts[i].text : "");
}

static inline void show_type(const struct syscall_trace_type *type)
{
\tint i, j;

\tprintf("%s %s", type->name, sorts[type->sort]);
\tif (type->count_by)
\t\tprintf(" by=%s", counts[type->count_by]);
\tprintf("%s%s%s size=%d,%d", type->is_signed ? " signed" : "",
\t       type->compat ? " compat" : "", type->abbreviated ? " dots" : type->leads_on ? " leads" : "",
\t       type->size[0], type->size[1]);
\tif (type->set)
\t\tprintf(" set=%s", type->set->name);
\tif (type->element)
\t\tprintf(" of=%s", type->element->name);
\tif (type->printer)
\t\tprintf(" @");
\tif (syscall_trace_integer_printer(type))
\t\tsyscall_trace_integer_printer(type)(0, type, 0);
\tif (syscall_trace_struct_printer(type))
\t\tsyscall_trace_struct_printer(type)(0, type, 0, 0);
\tif (syscall_trace_nested_printer(type))
\t\tsyscall_trace_nested_printer(type)(0, 0);
\tif (type->capture) {
\t\tprintf(" ");
\t\ttype->capture(0, 0);
\t}
\tprintf("\\n");
\tfor (i = 0; i < type->nr_fields; i++) {
\t\tconst struct syscall_trace_field *field = &type->fields[i];

\t\tprintf("  %s %s %d,%d size=%d,%d", field->name ? field->name : "-",
\t\t       field->type->name, field->offset[0], field->offset[1], field->size[0],
\t\t       field->size[1]);
\t\tif (field->nr)
\t\t\tprintf(" nr=%d", field->nr);
\t\tif (type->sort == SYSCALL_TRACE_VARIANT)
\t\t\tprintf(" for=%x", field->value);
\t\tprintf("%s", field->is_signed ? " signed" : "");
\t\tif (field->to)
\t\t\tprintf(" -> %s[%d]", field->to->name, field->length);
\t\tif (type->nr_inputs)
\t\t\tprintf(i < type->nr_inputs ? " in" : " out");
\t\tfor (j = 0; j < field->nr_when; j++)
\t\t\tprintf(" %s %s %s", j ? "or" : field->unless ? "unless" : "if",
\t\t\t       type->fields[field->when[j].field].type->name,
\t\t\t       field->when[j].set ? field->when[j].set->name : "");
\t\tprintf("\\n");
\t}
}

static inline void show_call(const struct syscall_trace_call *call, int depth)
{
\tint i;

\tprintf("%*s%s id=%x captures=%x split=%d noreturn=%d args=", depth, "", call->name,
\t       call->id, call->captures, call->split, call->noreturn);
\tif (call->print_args)
\t\tcall->print_args(0);
\tprintf(" ret=%s\\n", call->ret->name);
\tfor (i = 0; i < call->nr_args; i++) {
\t\tconst struct syscall_trace_arg *a = &call->args[i];

\t\tprintf("%*s  %s", depth, "", a->name ? a->name : "-");
\t\tif (a->type)
\t\t\tprintf(" %s", a->type->name);
\t\tif (a->is_long)
\t\t\tprintf(call->wide & 1 << i ? " long" : " long, not in records");
\t\tif (a->cond_set)
\t\t\tprintf(" if=%s,%d", a->cond_set->name, a->cond_arg);
\t\tif (a->dir)
\t\t\tprintf(" dir=%d", a->dir);
\t\tif (a->len_by)
\t\t\tprintf(" len=%d,%d", a->len_by, a->len);
\t\tprintf("\\n");
\t}
\tif (call->target)
\t\tprintf("%*s  = %s as %s\\n", depth, "", call->target->name, call->target_name);
\tfor (i = 0; call->cases && i < call->cases->nr; i++) {
\t\tprintf("%*s  case %d/%x %x\\n", depth, "", call->cases->arg, call->cases->mask,
\t\t       call->cases->cases[i].value);
\t\tshow_call(call->cases->cases[i].call, depth + 4);
\t}
}

int main(void)
{
\tunsigned int i;

\tfor (i = 0; i < syscall_trace_nr_calls; i++)
\t\tshow_call(&syscall_trace_calls[i], 0);
\tprintf("strings=%d\\n", syscall_trace_max_strings);
\tshow_set(&syscall_trace_errnos);
\tprintf("\\n");
\treturn 0;
}
"""
PRINTERS = {
    "kind": "struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type, u64 val",
    "struct": "struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type, "
    "const u8 *data, size_t len",
    "nested": "struct syscall_trace_fmt *fmt, unsigned int arg",
    "print": "struct syscall_trace_fmt *fmt",
    "capture": "struct syscall_trace_capture *cap, unsigned int arg",
}


def gcc(*args: str) -> str:
    """What the compiler complains about."""
    command = ["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Iinclude"]
    done = subprocess.run(
        [*command, f"-I{ROOT / 'include'}", *args], capture_output=True, text=True, check=False
    )
    assert bool(done.returncode) == bool(done.stderr)
    return done.stderr


def make_table(tool: Tool, write: Write, tbls: list[Path], table: str) -> str:
    """Writes table.c, and the headers and printers that it needs."""
    write("syscalls.def", table)
    result = tool("--calls", "table.c", "--tbl", *tbls)
    assert (result.status, result.err, result.out) == (0, [], [])
    for name, text in HEADERS.items():
        write(f"include/{name}", text)
    text = Path("table.c").read_text()
    used = set(re.findall(r" syscall_(kind|struct|nested|print|capture)_(\w+);", text))
    heads = [f"void syscall_{kind}_{name}({PRINTERS[kind]})" for kind, name in sorted(used)]
    write(
        "include/capture/nested.h", "#define SYSCALL_TRACE_CAPTURE(word) syscall_capture_##word\n"
    )
    write("include/format/printers.h", "")
    write("include/named_types.h", (ROOT / "kernel/trace/syscall/named_types.h").read_text())
    return "".join(
        re.sub(r"(\w+)(,|\))", r"\1 __maybe_unused\2", head)
        + f'\n{{\n\tprintf("{head.split("(")[0].split()[1]}");\n}}\n\n'
        for head in heads
    )


def build(tool: Tool, write: Write, tbls: list[Path], table: str, show: str = "") -> list[str]:
    """What a program says about the generated table; `show` is more C for it."""
    stubs = make_table(tool, write, tbls, table)
    if show:
        # Sets and types are static: look at them from inside the table.
        main = MAIN.replace("int main(void)", "int unused_main(void)")
        main = f'#include "table.c"\n{main}\n{stubs}\nint main(void)\n{{\n{show}\n\treturn 0;\n}}\n'
        write("main.c", main)
        assert gcc("-o", "show", "main.c") == ""
    else:
        write("main.c", MAIN.replace("int main", stubs + "int main"))
        assert gcc("-o", "show", "main.c", "table.c") == ""
    return subprocess.run(
        ["./show"], capture_output=True, text=True, check=True
    ).stdout.splitlines()


def types(tool: Tool, write: Write, tbls: list[Path], table: str, *names: str) -> list[str]:
    show = "".join(f"\tshow_type(&syscall_type_{name});\n" for name in names)
    return build(tool, write, tbls, WORDS + table, show)


def by_call(lines: list[str], key: str) -> list[str]:
    start = next(i for i, line in enumerate(lines) if line.startswith(key + " "))
    end = start + 1
    while lines[end].startswith("  "):
        end += 1
    return lines[start:end]


# What else .captures tells.
HAS_CASES, HAS_NAMES, HAS_TEXT, HAS_DATA, HAS_STRUCTS = (1 << bit for bit in range(24, 29))


def captures(strings: int = 0, entry: int = 0, leave: int = 0, *flags: int) -> str:
    return f"captures={strings | entry << 8 | leave << 16 | sum(flags):x}"
