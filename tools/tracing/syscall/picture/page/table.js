// SPDX-License-Identifier: GPL-2.0
// The table of events, of which only the rows in sight are in the page, and the totals.

const ROW = 20;
// No browser has boxes of any height. Beyond this, rows are closer than they look.
const MOST_HEIGHT = 8e6;

let shown = events;
let picked = null;
let sortBy = 'time';

function element(name, className, text) {
	const made = document.createElement(name);

	if (className)
		made.className = className;
	if (text !== undefined)
		made.textContent = text;

	return made;
}

function rowOf(event) {
	const row = element('div', 'row');

	row.append(element('span', '', timeOf(event.begin)),
		   element('span', '', event.took === null ? '' : lengthOf(event.took)),
		   element('span', '', event.task ? event.task.label.trim() : ''),
		   element('span', '', event.line));
	row.title = event.line;
	row.classList.toggle('failed', event.failed);
	row.classList.toggle('mark', event.kind === MARK || event.kind === OTHER);
	row.classList.toggle('lost', event.kind === LOST);
	row.classList.toggle('picked', event === picked);
	row.addEventListener('click', () => {
		pick(event);
		reveal(event);
	});

	return row;
}

function tableHeight() {
	return Math.min(shown.length * ROW, MOST_HEIGHT);
}

// How far the first row is from the top, as a share of what can be scrolled.
function firstRow() {
	const table = $('table');
	const inSight = Math.ceil(table.clientHeight / ROW);
	const range = tableHeight() - table.clientHeight;
	const part = range > 0 ? Math.min(1, table.scrollTop / range) : 0;

	return Math.max(0, Math.floor(part * (shown.length - inSight + 1)));
}

function drawRows() {
	const table = $('table');
	const begin = firstRow();
	const rows = shown.slice(begin, begin + Math.ceil(table.clientHeight / ROW) + 1);

	$('rows').replaceChildren(...rows.map(rowOf));
	$('rows').style.transform = `translateY(${Math.min(table.scrollTop, Math.max(0, tableHeight() - rows.length * ROW))}px)`;
}

// Shows an event in the middle of the table, if the filters let it through.
function scrollTo(event) {
	const index = shown.indexOf(event);
	const table = $('table');
	const inSight = Math.ceil(table.clientHeight / ROW);

	if (index >= 0 && shown.length > inSight)
		table.scrollTop = (index - inSight / 2) / (shown.length - inSight + 1) *
				  (tableHeight() - table.clientHeight);
	drawRows();
}

function pick(event) {
	picked = event;
	drawRows();
	drawTimeline();
}

function sumsOf(list) {
	const sums = new Map();

	for (const event of list) {
		if (event.kind !== CALL)
			continue;
		let sum = sums.get(event.name);

		if (!sum) {
			sum = {name: event.name, count: 0, errors: 0, time: 0, most: 0};
			sums.set(event.name, sum);
		}
		sum.count++;
		sum.errors += event.failed;
		sum.time += event.took ?? 0;
		sum.most = Math.max(sum.most, event.took ?? 0);
	}

	return [...sums.values()];
}

function drawSums() {
	const sums = sumsOf(shown);
	const total = {name: 'total', count: 0, errors: 0, time: 0, most: 0};

	for (const sum of sums) {
		for (const part of ['count', 'errors', 'time'])
			total[part] += sum[part];
		total.most = Math.max(total.most, sum.most);
	}
	sums.sort((one, other) => (sortBy === 'name' ? 0 : other[sortBy] - one[sortBy]) ||
		  (one.name < other.name ? -1 : 1));
	$('sums').replaceChildren(...[total, ...sums].map(sum => {
		const row = element('tr');

		row.append(element('td', '', sum.name), element('td', '', sum.count),
			   element('td', sum.errors ? 'bad' : '', sum.errors || ''),
			   element('td', '', lengthOf(sum.time)), element('td', '', lengthOf(sum.most)));
		row.addEventListener('click', () => {
			$('call').value = sum === total || $('call').value === sum.name ? '' : sum.name;
			filter();
		});
		return row;
	}));
	for (const head of document.querySelectorAll('th'))
		head.classList.toggle('by', head.dataset.by === sortBy);
}

// What the filters let through. What is missing cannot be searched: losses are shown whatever the filters
// say, but for task and timeline. Only calls that are missing have a task.
function filter() {
	const search = $('search').value.toLowerCase();
	const task = $('task').value;
	const call = $('call').value;
	const least = Number($('least').value) * (session.inNs ? 1000 : 1);
	const failed = $('failed').checked;
	const [from, to] = $('visible').checked ? view() : [-Infinity, Infinity];

	for (const event of events) {
		event.shown = event.begin <= to && event.drawnTo >= from && (event.kind === LOST ?
			!task || !event.task || `${event.task.id}` === task : (
			(!search || event.text.includes(search) || event.task.label.toLowerCase().includes(search)) &&
			(!task || `${event.task.id}` === task) &&
			(!call || (event.kind === CALL && event.name === call)) &&
			(!least || (event.took !== null && event.took >= least)) &&
			(!failed || event.failed)));
	}
	shown = events.filter(event => event.shown);
	$('shown').textContent = shown.length === events.length ? `${events.length} events`
								 : `${shown.length} of ${events.length} events`;
	$('space').style.height = `${tableHeight()}px`;
	drawRows();
	drawSums();
	drawTimeline();
}

function addOptions(select, options) {
	for (const [value, text] of options) {
		const option = element('option', '', text);

		option.value = value;
		select.append(option);
	}
}

function several(number, what) {
	return `${number} ${what}${number === 1 ? '' : 's'}`;
}

// Says where something was lost, and how much if that is known.
function lossOf(what, losses) {
	const some = losses.some(event => event.missing < 0);
	const sum = losses.reduce((all, event) => all + Math.max(0, event.missing), 0);

	return losses.length ? `${what} were lost in ${several(losses.length, 'place')}` +
			       `${sum ? `, ${sum}${some ? ' and more' : ''} in sum` : ''}. ` : '';
}

function startTable() {
	const losses = events.filter(event => event.kind === LOST);
	const calls = events.filter(event => event.kind === CALL).length;

	$('summary').textContent = `${several(calls, 'call')} of ${several(tasks.length, 'task')} in ` +
		lengthOf(last - first);
	$('unit').textContent = session.inNs ? 'µs' : 'units of the clock';
	if (losses.length) {
		$('losses').textContent = lossOf('Records', losses.filter(event => !event.task)) +
			lossOf('Calls', losses.filter(event => event.task)) + 'What is missing is in no total.';
		$('losses').hidden = false;
	}
	addOptions($('task'), tasks.map(task => [task.id, task.label]));
	addOptions($('call'), sumsOf(events).map(sum => [sum.name, sum.name]).sort());
	$('table').addEventListener('scroll', drawRows);
	$('filters').addEventListener('input', filter);
	$('filters').addEventListener('submit', event => event.preventDefault());
	$('filters').addEventListener('reset', () => setTimeout(filter));
	for (const head of document.querySelectorAll('th')) {
		head.addEventListener('click', () => {
			sortBy = head.dataset.by;
			drawSums();
		});
	}
}
