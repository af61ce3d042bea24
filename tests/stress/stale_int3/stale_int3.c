// SPDX-License-Identifier: GPL-2.0
/*
 * Lets the kernel survive a fault of QEMU. To replace its own instructions, the kernel puts a
 * breakpoint there, and forgets it once every processor has the new instructions. QEMU can
 * translate the breakpoint on one processor while another one overwrites it, and execute it later.
 * Whoever executes a breakpoint that is no longer there tries again, after a write that makes QEMU
 * forget the translation: it keeps one for as long as nobody writes to the instructions.
 */
#include <linux/kdebug.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/processor-flags.h>
#include <asm/text-patching.h>

/*
 * Writes to instructions what they are. Another processor may be replacing them, so the byte is
 * compared and written at once. Interrupts are off: the protection of this processor alone is lifted.
 */
static void forget_translation(u8 *instruction)
{
	unsigned long cr0, writable;
	u8 byte = READ_ONCE(*instruction);

	asm volatile("mov %%cr0, %0" : "=r" (cr0) : : "memory");
	writable = cr0 & ~X86_CR0_WP;
	/* native_write_cr0() does not let anybody lift it. */
	asm volatile("mov %0, %%cr0" : : "r" (writable) : "memory");
	cmpxchg(instruction, byte, byte);
	asm volatile("mov %0, %%cr0" : : "r" (cr0) : "memory");
}

static int retry(struct notifier_block *block, unsigned long what, void *data)
{
	struct pt_regs *regs = ((struct die_args *)data)->regs;
	u8 *breakpoint = (u8 *)regs->ip - INT3_INSN_SIZE;

	if (what != DIE_INT3 || user_mode(regs) || *breakpoint == INT3_INSN_OPCODE)
		return NOTIFY_DONE;
	forget_translation(breakpoint);
	regs->ip = (unsigned long)breakpoint;

	return NOTIFY_STOP;
}

static struct notifier_block notifier = { .notifier_call = retry, .priority = INT_MAX };

static int __init stale_int3_init(void)
{
	return register_die_notifier(&notifier);
}

static void __exit stale_int3_exit(void)
{
	unregister_die_notifier(&notifier);
}

module_init(stale_int3_init);
module_exit(stale_int3_exit);
MODULE_DESCRIPTION("Executes anew what QEMU takes for a breakpoint");
MODULE_LICENSE("GPL");
