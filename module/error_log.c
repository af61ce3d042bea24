// SPDX-License-Identifier: GPL-2.0
/*
 * What error_log of a trace array is told.
 *
 * It keeps the pointer to a message, and prints what is there when somebody reads it, long after
 * the module has gone. So each message is copied once, and stays for good.
 */
#include <linux/kmemleak.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "borrow.h"
#include "instance.h"

/* A message, whose text follows. */
struct message {
	struct list_head	list;
	const char		*text;
	char			copy[];
};

/* Guards the messages. */
static DEFINE_MUTEX(messages_lock);
static LIST_HEAD(messages);

static const char **keep_message(const char *text)
{
	size_t size = strlen(text) + 1;
	struct message *message;

	guard(mutex)(&messages_lock);
	list_for_each_entry(message, &messages, list) {
		if (!strcmp(message->text, text))
			return &message->text;
	}
	message = kmalloc(struct_size(message, copy, size), GFP_KERNEL);
	if (!message)
		return NULL;
	kmemleak_not_leak(message);
	message->text = memcpy(message->copy, text, size);
	list_add(&message->list, &messages);

	return &message->text;
}

/**
 * instance_log_err - write an error to error_log
 * @data: the instance
 * @name: the file, or the tracer
 * @text: what was written to it
 * @errors: the messages
 * @error: which one
 * @pos: where in @text
 *
 * Context: may sleep. Without memory, nothing is written.
 */
void instance_log_err(void *data, const char *name, const char *text, const char **errors, u8 error,
		      u16 pos)
{
	const char **message = keep_message(errors[error]);
	struct instance *inst = data;

	if (message)
		tracing_log_err(inst->buffer->tr, name, text, message, 0, pos);
}
