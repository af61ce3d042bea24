#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Text tools, archives and compressors of a Debian system, from its plain shell.

set -e
find /etc -maxdepth 2 -name '*.conf' -newer /etc/passwd -size -20k | sort >list || true
find /usr/share/doc -maxdepth 1 -type d -print0 | head -z -n 10 | xargs -0 -n 5 -P 2 ls -d
grep -rlE 'root|daemon' /etc/passwd /etc/group /etc/hosts || true
sed -n '/root/p;$=' /etc/passwd
sed -i.bak 's/a/b/' list
awk -F: '{ n[$7]++ } END { for (s in n) print s, n[s] }' /etc/passwd
tar -C /etc -cf some.tar passwd group hosts
tar -tvf some.tar
gzip -k some.tar
xz -T2 -k some.tar
xz -dc some.tar.xz | tar -x
diff -u passwd group >changes && exit 1
cp passwd patched
patch -s patched changes
cmp patched group
file=$(mktemp)
printf 'a\tb\n\001\377' >"$file"
od -tx1 "$file"
