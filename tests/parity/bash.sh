#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# What a shell does by itself: jobs, pipes, traps, redirections.

count=0
trap 'count=$((count + 1))' USR1
trap 'echo child' CHLD
kill -USR1 $$
(kill -USR1 $$)
for i in {1..20}; do
	(exit $((i % 3))) || true
done
printf '%s\n' /etc/*.conf | while read -r name; do
	[[ -r $name && ! -L $name ]] && echo "$name"
done | sort | tail -n 1
cat <<-END
	a here document of $USER
END
diff <(seq 5) <(seq 6)
coproc cat
echo to the coprocess >&"${COPROC[1]}"
read -r answer <&"${COPROC[0]}"
echo "$answer"
kill "$COPROC_PID"
# A trap that runs while bash parses what follows would end the script: "unexpected EOF".
trap - CHLD
read -r -t 0.05 < <(sleep 0.2)
exec 9>file
flock 9
echo data >&9
exec 9>&-
mapfile -t lines </etc/passwd
echo "${#lines[@]}" >>file
sleep 10 &
kill -STOP $!
kill -CONT $!
kill $!
wait $!
sleep 0.05 &
wait -n
cd / || exit
pushd /usr/share >/dev/null || exit
popd >/dev/null || exit
umask 022
ulimit -n 512
ulimit -a >/dev/null
bash -c 'kill -SEGV $$'
timeout -s INT 0.1 bash -c 'while :; do sleep 1; done'
set -- "$(</proc/sys/kernel/hostname)"
[ "$count" -ge 2 ] && [ "$answer" = 'to the coprocess' ]
