/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is done when the current task leaves the kernel, because it holds locks until then.
 */
#ifndef _MODULE_LATER_H
#define _MODULE_LATER_H

#include <linux/workqueue.h>

/**
 * struct later - something that is done later
 * @run: does it
 * @work: does it for a task that does not get there
 */
struct later {
	void			(*run)(void);
	struct work_struct	work;
};

#define DEFINE_LATER(name, function)						\
	struct later name = {							\
		.run	= (function),						\
		.work	= __WORK_INITIALIZER((name).work, later_run_work),	\
	}

void later_run_work(struct work_struct *work);
void later(struct later *what);
void later_stop(void);

#endif /* _MODULE_LATER_H */
