// SPDX-License-Identifier: GPL-2.0
/*
 * Waits for others, and writes files whose reader may be slow. The C library's own files forget
 * what is in their buffers when a signal interrupts a write().
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "patience.h"

/* Has the user said to end, and how often has a second passed in which nobody has done anything? */
static volatile sig_atomic_t ends, seconds;

/* ---------------------------------- waiting --------------------------------- */

/* A call that begins to wait after the signal is interrupted by the next one. */
static void note_second(int sig)
{
	seconds++;
	alarm(1);
}

void patience_end(sigset_t *mask)
{
	const struct sigaction action = { .sa_handler = note_second };

	/* Whoever has started this program may have blocked it. Each handler has a mask of its own. */
	sigdelset(mask, SIGALRM);
	if (ends)
		return;
	ends = 1;
	sigaction(SIGALRM, &action, NULL);
	alarm(1);
}

bool patience_ends(void)
{
	return ends;
}

int patience_begin(void)
{
	if (ends)
		alarm(1);

	return seconds;
}

bool patience_is_over(int begun)
{
	return seconds != begun;
}

/* ----------------------------------- files ---------------------------------- */

/**
 * struct patient - a file whose reader may be slow
 * @next: another one
 * @file: what the C library has of it
 * @fd: its descriptor
 * @error: why it could not be written at first, 0: it could
 * @is_left: its reader has stood still, and is not waited for again
 */
struct patient {
	struct patient	*next;
	FILE		*file;
	int		fd;
	int		error;
	bool		is_left;
};

static struct patient *patients;

/* A file that others have open, too, may be one that does not wait: one of them has made it so. */
static ssize_t write_all(void *cookie, const char *data, size_t len)
{
	struct patient *patient = cookie;
	struct pollfd room = { .fd = patient->fd, .events = POLLOUT };
	int begun = patience_begin();
	size_t done = 0;

	while (done < len && !patient->is_left) {
		ssize_t ret = write(patient->fd, data + done, len - done);

		if (ret >= 0) {
			done += ret;
			begun = patience_begin();
		} else if (errno != EINTR && errno != EAGAIN) {
			break;
		} else if (patience_is_over(begun)) {
			patient->is_left = true;
		} else if (errno == EAGAIN) {
			poll(&room, 1, -1);
		}
	}
	if (patient->is_left)
		errno = EINTR;
	if (done < len && !patient->error)
		patient->error = errno;

	return done;
}

static int close_it(void *cookie)
{
	struct patient *patient = cookie, **place = &patients;
	int ret = close(patient->fd);

	while (*place != patient)
		place = &(*place)->next;
	*place = patient->next;
	free(patient);

	return ret;
}

FILE *patient_open(int fd)
{
	static const cookie_io_functions_t functions = { .write = write_all, .close = close_it };
	struct patient *patient = calloc(1, sizeof(*patient));

	if (!patient)
		return NULL;
	patient->fd = fd;
	patient->file = fopencookie(patient, "w", functions);
	if (!patient->file) {
		free(patient);
		return NULL;
	}
	patient->next = patients;
	patients = patient;

	return patient->file;
}

static const struct patient *find(const FILE *file)
{
	const struct patient *patient = patients;

	while (patient->file != file)
		patient = patient->next;

	return patient;
}

int patient_error(const FILE *file)
{
	return find(file)->error;
}

int patient_fd(const FILE *file)
{
	return find(file)->fd;
}
