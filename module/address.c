// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of what the kernel does not export.
 *
 * They are called by static calls, never by pointers: the kernel takes the ENDBR away from
 * functions to which nothing in it points, and a CPU that has IBT lets no indirect call go
 * there.
 */
#include <linux/kprobes.h>
#include <linux/static_call.h>

#include "compat.h"
#include "module.h"

#define ENDBR_SIZE	4

static unsigned long no_name(const char *name)
{
	return 0;
}

static int no_size(unsigned long address, unsigned long *size, unsigned long *offset)
{
	return 0;
}

DEFINE_STATIC_CALL(address_lookup_name, no_name);
DEFINE_STATIC_CALL(address_lookup_size, no_size);

/**
 * address_of - find something in the kernel
 * @name: its name in /proc/kallsyms
 *
 * Return: the address, or 0.
 */
unsigned long address_of(const char *name)
{
	return static_call(address_lookup_name)(name);
}

/**
 * address_size - tell how long a function is
 * @address: where it begins
 *
 * Return: its bytes, or 0.
 */
unsigned long address_size(unsigned long address)
{
	unsigned long size, offset;

	if (!static_call(address_lookup_size)(address, &size, &offset))
		return 0;

	return size;
}

/**
 * address_init - find the function that finds the others
 *
 * Return: 0 or an error.
 */
int address_init(void)
{
	struct kprobe probe = { .symbol_name = "kallsyms_lookup_name" };
	unsigned long address;
	int ret;

	ret = register_kprobe(&probe);
	if (ret)
		return redirect_refuse("kallsyms_lookup_name", "no kprobe can be set there");
	address = (unsigned long)probe.addr;
	unregister_kprobe(&probe);
	/* A probe of the beginning is behind the ENDBR. */
	if (compat_is_endbr(address - ENDBR_SIZE))
		address -= ENDBR_SIZE;
	static_call_update(address_lookup_name, (unsigned long (*)(const char *))address);
	if (address_of("kallsyms_lookup_name") != address)
		return redirect_refuse("kallsyms_lookup_name", "it does not find itself");

	address = address_of("kallsyms_lookup_size_offset");
	if (!address)
		return redirect_refuse("kallsyms_lookup_size_offset", "it is missing");
	static_call_update(address_lookup_size,
			   (int (*)(unsigned long, unsigned long *, unsigned long *))address);

	return 0;
}
