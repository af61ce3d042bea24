/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which calls are missing, for the plugin of libtraceevent. The library may ask for any record at
 * any time, so this is known only of programs that ask for one after the other.
 */
#ifndef _PLUGIN_GAPS_H
#define _PLUGIN_GAPS_H

#include "records/source.h"

/* @trace: stands for one, until plugin_gaps_end(). */
void plugin_gaps_begin(const void *trace);
void plugin_gaps_end(const void *trace);

/*
 * How many calls of the task of @rec are missing before it. @place: where it is in the file, which
 * has the records of a CPU in their order. Once they come in another order, it is always 0.
 */
unsigned int plugin_gaps_find(const void *trace, unsigned long long place,
			      const struct record *rec);

#endif /* _PLUGIN_GAPS_H */
