// SPDX-License-Identifier: GPL-2.0
// The session: what html.c has written, each event once, in order of time. Text is only
// ever put into the page as text, never as HTML.

const CALL = 0, MARK = 1, OTHER = 2, LOST = 3;

const $ = id => document.getElementById(id);

function readSession() {
	const data = JSON.parse($('session').textContent);
	const tasks = new Map();
	const events = [];

	for (const row of data.rows) {
		const [kind] = row;

		if (kind === 't') {
			const [, id, tid, pid, comm] = row;

			// A task may change its name.
			if (!tasks.has(id))
				tasks.set(id, {id, used: 0});
			Object.assign(tasks.get(id), {tid, pid, label: `${comm} ${tid}`});
		} else if (kind === 'c') {
			const [, task, begin, end, name, args, result, error, unfinished, earlier, starts, ends] = row;

			// A begin that is not known is null, and so is an end that was not reached. A call that
			// began earlier was under way at its begin.
			events.push({
				kind: CALL, task: tasks.get(task), name, args, result, error, unfinished, earlier,
				known: begin !== null && !earlier, begin: begin ?? end, end, starts, ends,
				took: begin === null || end === null || unfinished || earlier ? null : end - begin,
			});
		} else if (kind === 'm') {
			const [, task, time, what, name, text, starts, ends] = row;

			events.push({
				kind: what === 'other' ? OTHER : MARK, task: tasks.get(task), name, text,
				begin: time, end: time, starts, ends, took: null,
			});
		} else if (kind === 'n') {
			const [, task, time, missing, text] = row;

			events.push({kind: LOST, task: tasks.get(task), missing, text, begin: time, end: time, took: null});
		} else if (kind === 'l') {
			const [, cpu, time, missing] = row;

			events.push({kind: LOST, cpu, missing, begin: time, end: time, took: null});
		}
	}

	return {inNs: data.ns, base: BigInt(data.base), events, tasks: [...tasks.values()]};
}

const session = readSession();
const {events} = session;
// Events come in the order of their ends.
events.forEach((event, index) => { event.index = index; });
events.sort((one, other) => one.begin - other.begin || one.index - other.index);

const first = events.length ? events[0].begin : 0;
let last = first;
for (const event of events) {
	last = Math.max(last, event.end ?? event.begin);
	if (event.task)
		event.task.used++;
}
for (const event of events) {
	event.drawnTo = event.end ?? last;
	if (event.kind === CALL)
		// Nobody knows what is behind a damaged record.
		event.line = `${event.name}(${event.args}${event.earlier ? ' <begun earlier>' : ''})` +
			     (event.unfinished ? ' <unfinished ...>' : event.result === null ? '' : ` = ${event.result}`);
	else if (event.kind === LOST && !event.task)
		event.line = event.missing < 0 ? `CPU ${event.cpu}: records were lost`
					       : `CPU ${event.cpu}: ${event.missing} records were lost`;
	else
		event.line = event.text;
	event.failed = event.kind === CALL && event.error !== null;
	event.text = event.line.toLowerCase();
}

// Threads are below their process.
const tasks = session.tasks.filter(task => task.used);
{
	const place = new Map();

	for (const task of tasks) {
		const group = task.pid || `task ${task.id}`;

		if (!place.has(group))
			place.set(group, place.size);
		task.group = place.get(group);
		if (task.pid && task.pid !== task.tid)
			task.label = `  ${task.label}`;
	}
	tasks.sort((one, other) => one.group - other.group ||
		   (other.tid === other.pid) - (one.tid === one.pid) || one.id - other.id);
}

// A length of time; in units of the clock if these are not nanoseconds.
function lengthOf(time) {
	if (!session.inNs)
		return `${time}`;
	if (time < 1e6)
		return `${(time / 1e3).toFixed(time < 1e4 ? 2 : 1)} µs`;
	if (time < 1e9)
		return `${(time / 1e6).toFixed(2)} ms`;

	return `${(time / 1e9).toFixed(3)} s`;
}

// A time as the lines have it.
function timeOf(time) {
	const whole = session.base + BigInt(time);

	if (!session.inNs)
		return `${whole}`;
	const usec = (whole + 500n) / 1000n;

	return `${usec / 1000000n}.${`${usec % 1000000n}`.padStart(6, '0')}`;
}
