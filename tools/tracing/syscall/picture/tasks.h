/* SPDX-License-Identifier: GPL-2.0 */
/* The tasks of a picture, and the arrows between them. */
#ifndef _PICTURE_TASKS_H
#define _PICTURE_TASKS_H

#include "event.h"

struct picture_tasks;

struct picture_tasks *picture_tasks_new(void);
void picture_tasks_free(struct picture_tasks *tasks);

/* Returns the task that had the number last, or NULL. It may have ended, and be forgotten then. */
struct picture_task *picture_tasks_find(struct picture_tasks *tasks, int tid);

/* Returns a task that has not ended. It may be a new one. */
struct picture_task *picture_tasks_get(struct picture_tasks *tasks, int tid);

/*
 * The task has ended: its number may be that of another one. Of those that have ended, the last few
 * thousand are remembered, and those that are needed.
 */
void picture_tasks_end(struct picture_tasks *tasks, struct picture_task *task);

/* The call that began here is over: the task, which has ended, is not needed any more. */
void picture_tasks_leave(struct picture_tasks *tasks, struct picture_task *task);

/* Returns any task after @task, NULL: begins with the first. Returns NULL after the last. */
struct picture_task *picture_tasks_next(struct picture_tasks *tasks,
					const struct picture_task *task);

/* Both keep what is already known if nothing new is. */
void picture_task_name(struct picture_task *task, const char *comm);
void picture_task_set_pid(struct picture_task *task, int pid);

/* Finds which arrows begin or end at an event. Events come in the order of picture_writer_ops. */
void picture_tasks_link(struct picture_tasks *tasks, struct picture_event *event);

#endif /* _PICTURE_TASKS_H */
