/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The functions that borrow.c finds: BORROWED(type, name, parameters, arguments). It includes this
 * with several meanings of that, so there is no guard.
 */
#ifndef COMPAT_IS_OLD
BORROWED(pte_t *, __pte_offset_map, (pmd_t *pmd, unsigned long addr, pmd_t *pmdvalp),
	 (pmd, addr, pmdvalp))
BORROWED(void *, filemap_get_entry, (struct address_space *mapping, pgoff_t index),
	 (mapping, index))
BORROWED(struct vm_area_struct *, lock_vma_under_rcu, (struct mm_struct *mm, unsigned long address),
	 (mm, address))
BORROWED(u64, local_clock_noinstr, (void), ())
BORROWED(void, netdev_copy_name, (struct net_device *dev, char *name), (dev, name))
BORROWED(int, tracing_update_buffers, (struct trace_array *tr), (tr))
#else
BORROWED(int, tracing_update_buffers, (void), ())
#endif
BORROWED(struct task_struct *, find_task_by_vpid, (pid_t nr), (nr))
BORROWED(struct task_struct *, find_task_by_pid_ns, (pid_t nr, struct pid_namespace *ns), (nr, ns))
BORROWED(struct task_struct *, idle_task, (int cpu), (cpu))
BORROWED(void, put_task_stack, (struct task_struct *task), (task))
BORROWED(bool, vma_is_secretmem, (struct vm_area_struct *vma), (vma))
BORROWED(void, fsnotify_destroy_group, (struct fsnotify_group *group), (group))
BORROWED(int, task_curr, (const struct task_struct *p), (p))
BORROWED(int, task_call_func, (struct task_struct *p, task_call_f func, void *arg), (p, func, arg))
BORROWED(struct callback_head *, task_work_cancel_func,
	 (struct task_struct *task, task_work_func_t func),
	 (task, func))
BORROWED(unsigned int, tracing_gen_ctx_irq_test, (unsigned int irqs_status), (irqs_status))
BORROWED(void, trace_find_cmdline, (int pid, char comm[]), (pid, comm))
BORROWED(int, trace_find_tgid, (int pid), (pid))
BORROWED(int, trace_print_context, (struct trace_iterator *iter), (iter))
BORROWED(int, trace_event_enable_disable,
	 (struct trace_event_file *file, int enable, int soft_disable),
	 (file, enable, soft_disable))
BORROWED(int, trace_event_trigger_enable_disable,
	 (struct trace_event_file *file, int trigger_enable), (file, trigger_enable))
BORROWED(void, tracing_record_taskinfo, (struct task_struct *task, int flags), (task, flags))
BORROWED(void, tracing_log_err,
	 (struct trace_array *tr, const char *loc, const char *cmd, const char **errs, u8 type,
	  u16 pos),
	 (tr, loc, cmd, errs, type, pos))
BORROWED(u64, ring_buffer_event_time_stamp,
	 (struct trace_buffer *buffer, struct ring_buffer_event *event),
	 (buffer, event))
BORROWED(bool, ring_buffer_record_is_set_on, (struct trace_buffer *buffer), (buffer))
BORROWED(void, tracer_tracing_off, (struct trace_array *tr), (tr))
BORROWED(struct dentry *, tracefs_create_file,
	 (const char *name, umode_t mode, struct dentry *parent, void *data,
	  const struct file_operations *fops),
	 (name, mode, parent, data, fops))
BORROWED(void, tracefs_remove, (struct dentry *dentry), (dentry))
BORROWED(struct trace_pid_list *, trace_pid_list_alloc, (void), ())
BORROWED(void, trace_pid_list_free, (struct trace_pid_list *list), (list))
BORROWED(bool, trace_pid_list_is_set, (struct trace_pid_list *list, unsigned int pid), (list, pid))
BORROWED(int, trace_pid_list_set, (struct trace_pid_list *list, unsigned int pid), (list, pid))
BORROWED(int, trace_pid_list_clear, (struct trace_pid_list *list, unsigned int pid), (list, pid))
BORROWED(int, trace_pid_list_first, (struct trace_pid_list *list, unsigned int *pid), (list, pid))
BORROWED(int, trace_pid_list_next,
	 (struct trace_pid_list *list, unsigned int pid, unsigned int *next),
	 (list, pid, next))
BORROWED(bool, trace_ignore_this_task,
	 (struct trace_pid_list *these, struct trace_pid_list *none_of_these,
	  struct task_struct *task),
	 (these, none_of_these, task))
