// SPDX-License-Identifier: GPL-2.0
// The timeline: a row for each task. uPlot has the axes, the zoom and the canvas. The calls are drawn
// onto it here.

const HEIGHT = 18;
// A canvas of more rows may be higher than the browser allows.
const MOST_TASKS = 400;
const COLORS = {usual: '#3b7dd8', long: '#8fb8ee', failed: '#c62828', mark: '#6a3fb5', other: '#9aa4b0', lost: '#e08a00'};

let plot = null;
let lanes = [];

// Events of a task are sorted by their begin. A call may last longer than many events behind it.
for (const event of events) {
	const {task} = event;

	if (!task)
		continue;
	task.events ??= [];
	if (event.kind === CALL)
		task.call = task.events.length;
	event.call = task.call ?? 0;
	task.events.push(event);
}

// The times at the edges.
function view() {
	return plot ? [plot.scales.x.min, plot.scales.x.max] : [first, last];
}

function zoomTo(from, to) {
	// Below this, numbers that are times have no difference.
	const least = 10;

	if (to - from < least)
		to = from + least;
	plot.setScale('x', {min: from, max: to});
}

function zoomBy(factor, at) {
	const [from, to] = view();
	const middle = at ?? (from + to) / 2;

	zoomTo(middle - (middle - from) * factor, middle + (to - middle) * factor);
}

function moveBy(part) {
	const [from, to] = view();

	zoomTo(from + (to - from) * part, to + (to - from) * part);
}

// Shows an event that the timeline does not show.
function reveal(event) {
	const [from, to] = view();
	const half = (to - from) / 2;

	if (event.begin < from || event.begin > to)
		zoomTo(event.begin - half, event.begin + half);
	const lane = lanes.indexOf(event.task);

	if (lane >= 0)
		$('timeline').scrollTop = lane * HEIGHT - $('timeline').clientHeight / 2;
}

// The first event of a list that begins behind a time.
function after(list, time) {
	let low = 0, high = list.length;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (list[middle].begin <= time)
			low = middle + 1;
		else
			high = middle;
	}

	return low;
}

// Which events of a lane can be seen. Of those before them, only the last call may reach into sight.
function inSight(lane, from, to) {
	const list = lane.events;
	const begin = after(list, from);

	return list.slice(begin ? list[begin - 1].call : 0, after(list, to));
}

function colorOf(event) {
	if (event.failed)
		return COLORS.failed;

	return event.known && event.kind === CALL ? COLORS.usual : COLORS.long;
}

function drawCall(u, event, y, height, edge) {
	const left = u.valToPos(event.begin, 'x', true);
	const right = u.valToPos(event.drawnTo, 'x', true);
	const color = colorOf(event);

	// Hundreds of calls may be in one column of pixels: one of them is enough, but none that failed
	// is hidden by others.
	if (right <= edge.at && !(event.failed && !edge.failed))
		return;
	u.ctx.fillStyle = color;
	u.ctx.fillRect(left, y, Math.max(right - left, devicePixelRatio), height);
	edge.failed = event.failed;
	edge.at = Math.max(edge.at, Math.floor(Math.max(right, left + devicePixelRatio)));
	if (right - left > 40) {
		u.ctx.save();
		u.ctx.beginPath();
		u.ctx.rect(Math.max(left, u.bbox.left), y, right - Math.max(left, u.bbox.left) - 3, height);
		u.ctx.clip();
		u.ctx.fillStyle = '#fff';
		u.ctx.fillText(event.name, Math.max(left, u.bbox.left) + 4, y + height / 2);
		u.ctx.restore();
	}
}

function drawMark(u, event, y, height) {
	const x = u.valToPos(event.begin, 'x', true);
	const half = height / 3;

	u.ctx.fillStyle = event.kind === LOST ? COLORS.lost : event.kind === OTHER ? COLORS.other : COLORS.mark;
	u.ctx.beginPath();
	u.ctx.moveTo(x, y - 2);
	u.ctx.lineTo(x + half, y + half);
	u.ctx.lineTo(x, y + 2 * half);
	u.ctx.lineTo(x - half, y + half);
	u.ctx.fill();
}

const laneTop = (u, lane) => u.valToPos(lane, 'y', true);

// From what was done to what came of it, such as from a fork to the child.
function drawArrows(u, drawn) {
	const starts = new Map();

	for (const {event, lane} of drawn) {
		if (event.starts)
			starts.set(event.starts, {event, lane});
	}
	u.ctx.strokeStyle = COLORS.mark;
	u.ctx.lineWidth = devicePixelRatio;
	for (const {event, lane} of drawn) {
		for (const arrow of event.ends ?? []) {
			const start = starts.get(arrow);

			if (!start || start.lane === lane)
				continue;
			const x = u.valToPos(start.event.begin, 'x', true);
			const y = laneTop(u, start.lane + .5);
			const toX = u.valToPos(event.begin, 'x', true);
			const toY = laneTop(u, lane + .5);
			const way = Math.sign(toY - y) * 5 * devicePixelRatio;

			u.ctx.globalAlpha = .6;
			u.ctx.beginPath();
			u.ctx.moveTo(x, y);
			u.ctx.lineTo(toX, toY);
			u.ctx.moveTo(toX - 3 * devicePixelRatio, toY - way);
			u.ctx.lineTo(toX, toY);
			u.ctx.lineTo(toX + 3 * devicePixelRatio, toY - way);
			u.ctx.stroke();
			u.ctx.globalAlpha = 1;
		}
	}
}

function paint(u) {
	const [from, to] = [u.scales.x.min, u.scales.x.max];
	const drawn = [];

	u.ctx.save();
	u.ctx.beginPath();
	u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
	u.ctx.clip();
	u.ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
	u.ctx.textBaseline = 'middle';
	u.ctx.textAlign = 'left';
	for (const [number, lane] of lanes.entries()) {
		const y = laneTop(u, number) + 2 * devicePixelRatio;
		const height = laneTop(u, number + 1) - laneTop(u, number) - 4 * devicePixelRatio;
		const seen = inSight(lane, from, to);
		const edges = [{at: -Infinity, failed: false}, {at: -Infinity, failed: false}];

		// What is filtered out is pale, and hides nothing of what is not.
		for (const event of [...seen.filter(one => !one.shown), ...seen.filter(one => one.shown)]) {
			const edge = edges[Number(event.shown)];

			u.ctx.globalAlpha = event.shown ? 1 : .15;
			if (event.kind === CALL)
				drawCall(u, event, y, height, edge);
			else
				drawMark(u, event, y, height);
			drawn.push({event, lane: number});
			if (event === picked) {
				const left = u.valToPos(event.begin, 'x', true);

				u.ctx.globalAlpha = 1;
				u.ctx.strokeStyle = '#000';
				u.ctx.lineWidth = 2 * devicePixelRatio;
				u.ctx.strokeRect(left - 2, y - 2, Math.max(4, u.valToPos(event.drawnTo, 'x', true) - left + 4), height + 4);
			}
		}
	}
	u.ctx.globalAlpha = 1;
	drawArrows(u, drawn);
	u.ctx.fillStyle = COLORS.lost;
	for (const event of events) {
		if (event.kind === LOST && !event.task)
			u.ctx.fillRect(u.valToPos(event.begin, 'x', true) - 1, u.bbox.top, 3, u.bbox.height);
	}
	u.ctx.restore();
}

// The event under the pointer.
function eventAt(u, left, top) {
	const lane = lanes[Math.floor(u.posToVal(top, 'y'))];

	if (!lane)
		return null;
	const near = u.posToVal(left + 5, 'x') - u.posToVal(left, 'x');
	const time = u.posToVal(left, 'x');
	const under = inSight(lane, time - near, time + near);
	const distance = event => Math.max(event.begin - time, time - event.drawnTo, 0);

	return under.sort((one, other) => distance(one) - distance(other) ||
		(one.kind === CALL) - (other.kind === CALL) || (one.took ?? 0) - (other.took ?? 0))[0] ?? null;
}

function showTip(u) {
	const {left, top} = u.cursor;
	const event = left >= 0 ? eventAt(u, left, top) : null;
	const tip = $('tip');

	tip.hidden = !event;
	if (!event)
		return;
	tip.textContent = `${timeOf(event.begin)}  ${event.task.label.trim()}` +
			  `${event.took === null ? '' : `  ${lengthOf(event.took)}`}\n${event.line.slice(0, 600)}`;
	const box = u.over.getBoundingClientRect();

	tip.style.left = `${Math.max(8, Math.min(box.left + left + 14, innerWidth - tip.offsetWidth - 8))}px`;
	tip.style.top = `${Math.max(8, Math.min(box.top + top + 18, innerHeight - tip.offsetHeight - 8))}px`;
}

// Shift and drag moves; uPlot zooms to what was dragged over.
function startMoving(u, down) {
	const [from, to] = view();
	const perPixel = (to - from) / u.over.clientWidth;
	const move = event => zoomTo(from - (event.clientX - down.clientX) * perPixel,
				     to - (event.clientX - down.clientX) * perPixel);
	const stop = () => {
		removeEventListener('mousemove', move);
		removeEventListener('mouseup', stop);
	};

	addEventListener('mousemove', move);
	addEventListener('mouseup', stop);
}

function listen(u) {
	let begun = 0;

	u.over.addEventListener('mousedown', event => {
		begun = event.clientX;
		if (!event.shiftKey)
			return;
		event.stopImmediatePropagation();
		startMoving(u, event);
	}, true);
	u.over.addEventListener('click', event => {
		const hit = Math.abs(event.clientX - begun) < 4 && eventAt(u, u.cursor.left, u.cursor.top);

		if (hit) {
			pick(hit);
			scrollTo(hit);
		}
	});
	u.over.addEventListener('wheel', event => {
		// Without a key, the wheel scrolls through the tasks.
		if (!event.ctrlKey && !event.altKey && $('timeline').scrollHeight > $('timeline').clientHeight + 1)
			return;
		event.preventDefault();
		zoomBy(event.deltaY > 0 ? 1.25 : .8, u.posToVal(event.clientX - u.over.getBoundingClientRect().left, 'x'));
	}, {passive: false});
}

// Times of the axis begin with the first event.
function axisTimes(u, splits) {
	const step = splits.length > 1 ? splits[1] - splits[0] : 1;
	const [unit, name] = !session.inNs ? [1, ''] : step >= 1e8 ? [1e9, ' s'] : step >= 1e5 ? [1e6, ' ms'] : [1e3, ' µs'];
	const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));

	return splits.map(split => `${((split - first) / unit).toFixed(digits)}${name}`);
}

function buildTimeline() {
	const box = $('timeline');
	const wanted = $('task').value;
	const found = tasks.filter(task => !wanted || `${task.id}` === wanted);

	lanes = found.slice(0, MOST_TASKS);
	$('more').hidden = lanes.length === found.length;
	$('more').textContent = `The timeline shows ${lanes.length} of ${found.length} tasks. Choose a task to see another one.`;
	const [from, to] = plot ? view() : [first, Math.max(last, first + 10)];

	plot?.destroy();
	plot = new uPlot({
		width: Math.max(400, box.clientWidth - 2),
		height: lanes.length * HEIGHT + 34,
		legend: {show: false},
		cursor: {drag: {x: true, y: false}, points: {show: false}, y: false},
		scales: {
			x: {time: false, min: from, max: to, auto: false},
			y: {range: [0, lanes.length], dir: -1, auto: false},
		},
		series: [{}, {paths: () => null, points: {show: false}}],
		axes: [
			{values: axisTimes, size: 28, space: 90, side: 0},
			{
				splits: () => lanes.map((_, number) => number + .5),
				values: () => lanes.map(lane => lane.label),
				size: 170, grid: {show: false}, ticks: {show: false}, space: 1,
			},
		],
		hooks: {
			draw: [paint],
			setCursor: [showTip],
			setScale: [(u, key) => {
				if (key === 'x' && plot && $('visible').checked)
					filter();
			}],
			ready: [listen],
		},
	}, [[first, Math.max(last, first + 10)], [0, 0]], box);
	zoomTo(from, to);
}

function drawTimeline() {
	const wanted = $('task').value;

	if (!plot || lanes.some(lane => wanted && `${lane.id}` !== wanted) || (!wanted && lanes.length < Math.min(tasks.length, MOST_TASKS)))
		buildTimeline();
	else
		plot.redraw(false);
}

function startTimeline() {
	const keys = {
		'+': () => zoomBy(.5), '-': () => zoomBy(2), 0: () => zoomTo(first, last),
		ArrowLeft: () => moveBy(-.2), ArrowRight: () => moveBy(.2),
	};

	for (const [id, key] of [['in', '+'], ['out', '-'], ['left', 'ArrowLeft'], ['right', 'ArrowRight'], ['all', '0']])
		$(id).addEventListener('click', keys[key]);
	$('timeline').addEventListener('keydown', event => {
		if (!keys[event.key])
			return;
		event.preventDefault();
		keys[event.key]();
	});
	addEventListener('resize', () => {
		buildTimeline();
		drawRows();
	});
}

startTable();
startTimeline();
filter();
