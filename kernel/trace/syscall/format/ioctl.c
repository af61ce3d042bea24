// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints ioctl commands by name.
 *
 * Drivers share numbers, so all names are printed: "A or B". This file also knows the macros
 * that make a family of commands, one for each length of a buffer or each axis of a device.
 */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/ioctl.h>
#include <uapi/linux/hiddev.h>
#include <uapi/linux/hidraw.h>
#include <uapi/linux/input.h>
#include <uapi/linux/joystick.h>
#include <uapi/linux/soundcard.h>
#include <uapi/linux/spi/spidev.h>
#include <uapi/linux/uinput.h>

#include "../named_types.h"
#include "format.h"
#include "ioctl.h"
#include "printers.h"

/**
 * struct family - commands that one macro makes
 * @name: the macro
 * @base: the command for the smallest parameters
 * @nr: how many command numbers it makes, one for each value of a parameter
 * @names: the names of these values, or NULL
 * @unit: what the size is a multiple of, or 0 if it is fixed
 * @length: the size, in units, is a parameter
 */
struct family {
	const char			*name;
	u32				base;
	unsigned int			nr;
	const struct syscall_trace_type	*names;
	unsigned int			unit;
	bool				length;
};

#define LENGTHS(macro)		\
	{ .name = #macro, .base = macro(0), .nr = 1, .unit = 1, .length = true }

/* The input layer takes shorter structures than that of the header, too. */
#define AXES(macro)		\
	{ .name = #macro, .base = macro(0) & ~IOCSIZE_MASK, .nr = ABS_CNT, .unit = 1, \
	  .names = &syscall_trace_input_axis }

/* Other drivers own most numbers of this type. */
#define MIXER(macro)		\
	{ .name = #macro, .base = macro(0), .nr = _IOC_NRMASK + 1 }

static const struct family families[] = {
	LENGTHS(EVIOCGNAME),
	LENGTHS(EVIOCGPHYS),
	LENGTHS(EVIOCGUNIQ),
	LENGTHS(EVIOCGPROP),
	LENGTHS(EVIOCGMTSLOTS),
	LENGTHS(EVIOCGKEY),
	LENGTHS(EVIOCGLED),
	LENGTHS(EVIOCGSND),
	LENGTHS(EVIOCGSW),
	{
		.name	= "EVIOCGBIT",
		.base	= EVIOCGBIT(0, 0),
		.nr	= EV_CNT,
		.names	= &syscall_trace_input_event,
		.unit	= 1,
		.length	= true,
	},
	AXES(EVIOCGABS),
	AXES(EVIOCSABS),
	LENGTHS(HIDIOCGRAWNAME),
	LENGTHS(HIDIOCGRAWPHYS),
	LENGTHS(HIDIOCGRAWUNIQ),
	LENGTHS(HIDIOCSFEATURE),
	LENGTHS(HIDIOCGFEATURE),
	LENGTHS(HIDIOCSINPUT),
	LENGTHS(HIDIOCGINPUT),
	LENGTHS(HIDIOCSOUTPUT),
	LENGTHS(HIDIOCGOUTPUT),
	LENGTHS(HIDIOCGNAME),
	LENGTHS(HIDIOCGPHYS),
	LENGTHS(JSIOCGNAME),
	LENGTHS(UI_GET_SYSNAME),
	MIXER(MIXER_READ),
	MIXER(MIXER_WRITE),
	{
		.name	= "SPI_IOC_MESSAGE",
		.base	= SPI_IOC_MESSAGE(0),
		.nr	= 1,
		.unit	= sizeof(struct spi_ioc_transfer),
		.length	= true,
	},
};

static bool in_family(const struct family *family, u32 cmd)
{
	u32 base = family->base;

	if (_IOC_DIR(cmd) != _IOC_DIR(base) || _IOC_TYPE(cmd) != _IOC_TYPE(base) ||
	    _IOC_NR(cmd) < _IOC_NR(base) || _IOC_NR(cmd) - _IOC_NR(base) >= family->nr)
		return false;

	return family->unit ? _IOC_SIZE(cmd) % family->unit == 0 :
			      _IOC_SIZE(cmd) == _IOC_SIZE(base);
}

static void print_member(struct syscall_trace_fmt *fmt, const struct family *family,
			 u32 cmd)
{
	u32 value = _IOC_NR(cmd) - _IOC_NR(family->base);

	trace_seq_printf(fmt->s, "%s(", family->name);
	if (family->nr > 1) {
		/* A set would print an unknown 0 with a remark. */
		if (family->names && (value || family->names != &syscall_trace_input_event))
			syscall_trace_print_scalar(fmt, family->names, value);
		else
			syscall_trace_print_unsigned(fmt, value);
		if (family->length)
			trace_seq_puts(fmt->s, ", ");
	}
	if (family->length)
		syscall_trace_print_unsigned(fmt, _IOC_SIZE(cmd) / family->unit);
	trace_seq_putc(fmt->s, ')');
}

/* The first entry of the table whose number is not below @cmd. */
static unsigned int find_cmd(u32 cmd)
{
	unsigned int low = 0, high = syscall_trace_nr_ioctls;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (syscall_trace_ioctls[mid].cmd < cmd)
			low = mid + 1;
		else
			high = mid;
	}

	return low;
}

static void print_hex(struct trace_seq *s, unsigned int val)
{
	trace_seq_printf(s, val ? "0x%x" : "%u", val);
}

/* Print a command by its parts, as the macro that makes it. */
static void print_parts(struct trace_seq *s, u32 cmd)
{
	static const char * const directions[] = {
		[_IOC_NONE]			= "_IOC_NONE",
		[_IOC_READ]			= "_IOC_READ",
		[_IOC_WRITE]			= "_IOC_WRITE",
		[_IOC_READ | _IOC_WRITE]	= "_IOC_READ|_IOC_WRITE",
	};

	trace_seq_printf(s, "_IOC(%s, ", directions[_IOC_DIR(cmd)]);
	print_hex(s, _IOC_TYPE(cmd));
	trace_seq_puts(s, ", ");
	print_hex(s, _IOC_NR(cmd));
	trace_seq_puts(s, ", ");
	print_hex(s, _IOC_SIZE(cmd));
	trace_seq_putc(s, ')');
}

SYSCALL_KIND(ioctl_cmd)
{
	u32 abi = BIT(fmt->abi), cmd = val;
	const char *sep = "";
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(families); i++) {
		if (!in_family(&families[i], cmd))
			continue;
		trace_seq_puts(fmt->s, sep);
		print_member(fmt, &families[i], cmd);
		sep = " or ";
	}

	for (i = find_cmd(cmd); i < syscall_trace_nr_ioctls; i++) {
		const struct syscall_trace_ioctl *ioctl = &syscall_trace_ioctls[i];

		if (ioctl->cmd != cmd)
			break;
		if (!(ioctl->abis & abi))
			continue;
		trace_seq_printf(fmt->s, "%s%s", sep, ioctl->name);
		sep = " or ";
	}

	if (!*sep)
		print_parts(fmt->s, cmd);
}
