// SPDX-License-Identifier: GPL-2.0
/*
 * bpf: the structure of each command, as long as the program says it is, and the
 * text that it leads to.
 */
#include <linux/bpf.h>
#include <sys/mman.h>

#include "case.h"

#define BAD ((void *)8)

static unsigned long long address(const void *p)
{
	return (unsigned long)p;
}

/* An array of 10 elements of 8 bytes. */
static int new_map(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8, .max_entries = 10,
	};
	int fd = sys(SYS_bpf, BPF_MAP_CREATE, &attr, 16);

	if (fd < 0)
		skip("no maps");

	return fd;
}

CASE(map_create)
{
	union bpf_attr attr = { .map_type = BPF_MAP_TYPE_HASH, .key_size = 4, .value_size = 8 };

	sys(SYS_bpf, BPF_MAP_CREATE, &attr, 16);
	expect("bpf(BPF_MAP_CREATE, {map_type=BPF_MAP_TYPE_HASH, key_size=4, value_size=8, max_entries=0}, 16) = " EINVAL_LINE);
	attr.map_flags = BPF_F_NO_PREALLOC;
	memset(attr.map_name, 'n', sizeof(attr.map_name));
	sys(SYS_bpf, BPF_MAP_CREATE, &attr, 44);
	expect("bpf(BPF_MAP_CREATE, {map_type=BPF_MAP_TYPE_HASH, key_size=4, value_size=8, max_entries=0, map_flags=BPF_F_NO_PREALLOC, inner_map_fd=0, map_name=\"nnnnnnnnnnnnnnn\"...}, 44) = " EINVAL_LINE);
	attr.map_flags = BPF_F_NUMA_NODE | 0x40000000;
	attr.numa_node = 3;
	attr.map_type = 99;
	strcpy(attr.map_name, "a\n");
	sys(SYS_bpf, BPF_MAP_CREATE, &attr, sizeof(attr));
	expect("bpf(BPF_MAP_CREATE, {map_type=0x63 /* BPF_MAP_TYPE_??? */, key_size=4, value_size=8, max_entries=0, map_flags=BPF_F_NUMA_NODE|0x40000000, inner_map_fd=0, numa_node=3, map_name=\"a\\n\", map_ifindex=0, btf_fd=0, btf_key_type_id=0, btf_value_type_id=0, btf_vmlinux_value_type_id=0, map_extra=0<*>}, %zu) = " EINVAL_LINE,
	       sizeof(attr));
}

/* What is behind the structure is told of if it is not zero. */
CASE(larger)
{
	unsigned char attr[256] = { 0 };

	sys(SYS_bpf, BPF_MAP_FREEZE, attr, 8);
	expect("bpf(BPF_MAP_FREEZE, {map_fd=0}, 8) = " EINVAL_LINE);
	attr[100] = 1;
	sys(SYS_bpf, BPF_MAP_FREEZE, attr, 256);
	expect("bpf(BPF_MAP_FREEZE, {map_fd=0, ...}, 256) = <*>");
	sys(SYS_bpf, BPF_MAP_FREEZE, attr, 5000);
	expect("bpf(BPF_MAP_FREEZE, %s, 5000) = -1 E2BIG (Argument list too long)", ptr(attr));
	sys(SYS_bpf, BPF_MAP_FREEZE, attr, -1);
	expect("bpf(BPF_MAP_FREEZE, %s, 4294967295) = -1 E2BIG (Argument list too long)", ptr(attr));
	sys(SYS_bpf, BPF_MAP_FREEZE, attr, 0);
	expect("bpf(BPF_MAP_FREEZE, %s, 0) = " EINVAL_LINE, ptr(attr));
	sys(SYS_bpf, BPF_MAP_FREEZE, NULL, 4);
	expect("bpf(BPF_MAP_FREEZE, NULL, 4) = " EFAULT_LINE);
	sys(SYS_bpf, BPF_MAP_FREEZE, BAD, 4);
	expect("bpf(BPF_MAP_FREEZE, 0x8, 4) = " EFAULT_LINE);
	sys(SYS_bpf, 99, attr, 4);
	expect("bpf(0x63 /* BPF_??? */, %s, 4) = " EINVAL_LINE, ptr(attr));
}

CASE(elements)
{
	unsigned int key = 1;
	unsigned long long value = 5;
	int map = new_map();
	union bpf_attr attr = {
		.map_fd = map, .key = address(&key), .value = address(&value),
	};

	expect("bpf(BPF_MAP_CREATE, {map_type=BPF_MAP_TYPE_ARRAY, key_size=4, value_size=8, max_entries=10}, 16) = %d",
	       map);
	sys(SYS_bpf, BPF_MAP_UPDATE_ELEM, &attr, 32);
	expect("bpf(BPF_MAP_UPDATE_ELEM, {map_fd=%d, key=%s, value=%s, flags=BPF_ANY}, 32) = 0", map,
	       ptr(&key), ptr(&value));
	sys(SYS_bpf, BPF_MAP_LOOKUP_ELEM, &attr, 24);
	expect("bpf(BPF_MAP_LOOKUP_ELEM, {map_fd=%d, key=%s, value=%s}, 24) = 0", map, ptr(&key),
	       ptr(&value));
	attr.flags = 9;
	sys(SYS_bpf, BPF_MAP_UPDATE_ELEM, &attr, 32);
	expect("bpf(BPF_MAP_UPDATE_ELEM, {map_fd=%d, key=%s, value=%s, flags=0x9 /* BPF_??? */}, 32) = " EINVAL_LINE,
	       map, ptr(&key), ptr(&value));
	attr.next_key = 0;
	attr.key = 0;
	attr.flags = 0;
	sys(SYS_bpf, BPF_MAP_GET_NEXT_KEY, &attr, 24);
	expect("bpf(BPF_MAP_GET_NEXT_KEY, {map_fd=%d, key=NULL, next_key=NULL}, 24) = " EFAULT_LINE, map);
}

CASE(prog_load)
{
	struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K }, { .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_SOCKET_FILTER, .insn_cnt = 2,
		.insns = address(insns), .license = address("GPL"), .kern_version = 0x50607,
	};
	char log[64] = "old\ttext";
	long fd;

	fd = sys(SYS_bpf, BPF_PROG_LOAD, &attr, 48);
	expect("bpf(BPF_PROG_LOAD, {prog_type=BPF_PROG_TYPE_SOCKET_FILTER, insn_cnt=2, insns=%s, license=\"GPL\", log_level=0, log_size=0, log_buf=NULL, kern_version=KERNEL_VERSION(5, 6, 7), prog_flags=0}, 48) = %ld",
	       ptr(insns), fd);
	attr.license = 8;
	attr.log_buf = address(log);
	attr.log_size = sizeof(log);
	attr.log_level = 1;
	attr.prog_flags = BPF_F_STRICT_ALIGNMENT;
	strcpy(attr.prog_name, "name");
	sys(SYS_bpf, BPF_PROG_LOAD, &attr, 72);
	expect("bpf(BPF_PROG_LOAD, {prog_type=BPF_PROG_TYPE_SOCKET_FILTER, insn_cnt=2, insns=%s, license=0x8, log_level=1, log_size=64, log_buf=\"old\\ttext\", kern_version=KERNEL_VERSION(5, 6, 7), prog_flags=BPF_F_STRICT_ALIGNMENT, prog_name=\"name\", prog_ifindex=0, expected_attach_type=BPF_CGROUP_INET_INGRESS}, 72) = " EFAULT_LINE,
	       ptr(insns));
	attr.log_size = 3;
	sys(SYS_bpf, BPF_PROG_LOAD, &attr, 40);
	expect("bpf(BPF_PROG_LOAD, {prog_type=BPF_PROG_TYPE_SOCKET_FILTER, insn_cnt=2, insns=%s, license=0x8, log_level=1, log_size=3, log_buf=\"old\"...}, 40) = " EFAULT_LINE,
	       ptr(insns));
	attr.log_size = 0;
	sys(SYS_bpf, BPF_PROG_LOAD, &attr, 40);
	expect("bpf(BPF_PROG_LOAD, {prog_type=BPF_PROG_TYPE_SOCKET_FILTER, insn_cnt=2, insns=%s, license=0x8, log_level=1, log_size=0, log_buf=\"\"}, 40) = <*>",
	       ptr(insns));
	attr.license = address("a license that is longer than 32 bytes");
	sys(SYS_bpf, BPF_PROG_LOAD, &attr, 24);
	expect("bpf(BPF_PROG_LOAD, {prog_type=BPF_PROG_TYPE_SOCKET_FILTER, insn_cnt=2, insns=%s, license=\"a license that is longer than 32\"...}, 24) = <*>",
	       ptr(insns));
}

CASE(objects)
{
	union bpf_attr attr = { .pathname = address("/none/such"), .bpf_fd = 99 };

	sys(SYS_bpf, BPF_OBJ_PIN, &attr, 12);
	expect("bpf(BPF_OBJ_PIN, {pathname=\"/none/such\", bpf_fd=99}, 12) = <*>");
	attr.file_flags = BPF_F_RDONLY;
	sys(SYS_bpf, BPF_OBJ_GET, &attr, 16);
	expect("bpf(BPF_OBJ_GET, {pathname=\"/none/such\", bpf_fd=99, file_flags=BPF_F_RDONLY}, 16) = <*>");
	attr.pathname = 8;
	sys(SYS_bpf, BPF_OBJ_GET, &attr, 12);
	expect("bpf(BPF_OBJ_GET, {pathname=0x8, bpf_fd=99}, 12) = <*>");
}

CASE(by_id)
{
	union bpf_attr attr = { .start_id = 0 };
	int map = new_map();

	sys(SYS_bpf, BPF_MAP_GET_NEXT_ID, &attr, 12);
	expect_later("bpf(BPF_MAP_GET_NEXT_ID, {start_id=0, next_id=0 => %u, open_flags=0}, 12) = 0",
		     attr.next_id);
	sys(SYS_bpf, BPF_MAP_GET_NEXT_ID, &attr, 8);
	expect("bpf(BPF_MAP_GET_NEXT_ID, {start_id=0, next_id=%u}, 8) = 0", attr.next_id);
	attr.start_id = 0x7fffffff;
	attr.next_id = 1;
	sys(SYS_bpf, BPF_PROG_GET_NEXT_ID, &attr, 12);
	expect("bpf(BPF_PROG_GET_NEXT_ID, {start_id=2147483647, next_id=1, open_flags=0}, 12) = <*>");
	attr.next_id = 0;
	sys(SYS_bpf, BPF_MAP_GET_FD_BY_ID, &attr, 12);
	expect("bpf(BPF_MAP_GET_FD_BY_ID, {map_id=2147483647, next_id=0, open_flags=0}, 12) = " ENOENT_LINE);
	sys(SYS_bpf, BPF_LINK_GET_FD_BY_ID, &attr, 4);
	expect("bpf(BPF_LINK_GET_FD_BY_ID, {link_id=2147483647}, 4) = <*>");
	sys(SYS_close, map);
}

CASE(inner_structures)
{
	char buf[128] = { 0 };
	int map = new_map();
	union bpf_attr attr = {
		.info = { .bpf_fd = map, .info_len = 80, .info = address(buf) },
	};

	sys(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, 16);
	expect_later("bpf(BPF_OBJ_GET_INFO_BY_FD, {info={bpf_fd=%d, info_len=80, info=%s}}, 16) = 0", map,
		     ptr(buf));
	attr.info.info_len = sizeof(buf);
	memset(buf, 0, sizeof(buf));
	sys(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, 16);
	expect("bpf(BPF_OBJ_GET_INFO_BY_FD, {info={bpf_fd=%d, info_len=128 => %u, info=%s}}, 16) = 0",
	       map, attr.info.info_len, ptr(buf));
	memset(&attr, 0, sizeof(attr));
	attr.raw_tracepoint.name = address("sys_enter");
	attr.raw_tracepoint.prog_fd = -1;
	sys(SYS_bpf, BPF_RAW_TRACEPOINT_OPEN, &attr, 12);
	expect("bpf(BPF_RAW_TRACEPOINT_OPEN, {raw_tracepoint={name=\"sys_enter\", prog_fd=-1}}, 12) = " EBADF_LINE);
	memset(&attr, 0, sizeof(attr));
	attr.btf = address("\x9f\xeb" "data");
	attr.btf_size = 6;
	sys(SYS_bpf, BPF_BTF_LOAD, &attr, 28);
	expect("bpf(BPF_BTF_LOAD, {btf=\"\\237\\353data\", btf_log_buf=NULL, btf_size=6, btf_log_size=0, btf_log_level=0}, 28) = <*>");
	memset(&attr, 0, sizeof(attr));
	strcpy(buf, "before");
	attr.task_fd_query.fd = -1;
	attr.task_fd_query.buf_len = 3;
	attr.task_fd_query.buf = address(buf);
	sys(SYS_bpf, BPF_TASK_FD_QUERY, &attr, 24);
	expect("bpf(BPF_TASK_FD_QUERY, {task_fd_query={pid=0, fd=-1, flags=0, buf_len=3, buf=\"bef\"...}}, 24) = <*>");
	memset(&attr, 0, sizeof(attr));
	attr.link_create.prog_fd = -1;
	attr.link_create.target_fd = 5;
	attr.link_create.attach_type = BPF_PERF_EVENT;
	attr.link_create.perf_event.bpf_cookie = 0x77;
	sys(SYS_bpf, BPF_LINK_CREATE, &attr, 32);
	expect("bpf(BPF_LINK_CREATE, {link_create={prog_fd=-1, target_fd=5, attach_type=BPF_PERF_EVENT, flags=0, perf_event={bpf_cookie=0x77}}}, 32) = " EBADF_LINE);
	attr.link_create.attach_type = BPF_CGROUP_INET_EGRESS;
	sys(SYS_bpf, BPF_LINK_CREATE, &attr, 32);
	expect("bpf(BPF_LINK_CREATE, {link_create={prog_fd=-1, target_fd=5, attach_type=BPF_CGROUP_INET_EGRESS, flags=0}, ...}, 32) = " EBADF_LINE);
}

/* At the end of a map, the call fails, and says how many elements there were. */
CASE(batch)
{
	unsigned int keys[20], next, map = new_map();
	unsigned long long values[20];
	union bpf_attr attr = {
		.batch = {
			.out_batch = address(&next), .keys = address(keys),
			.values = address(values), .count = 20, .map_fd = map,
		},
	};

	sys(SYS_bpf, BPF_MAP_LOOKUP_BATCH, &attr, 56);
	expect_later("bpf(BPF_MAP_LOOKUP_BATCH, {batch={in_batch=NULL, out_batch=%s, keys=%s, values=%s, count=20, map_fd=%d, elem_flags=BPF_ANY, flags=0}} => {batch={count=10}}, 56) = " ENOENT_LINE,
		     ptr(&next), ptr(keys), ptr(values), map);
}

/* What a descriptor is of: the kernel's answer, not what was there before. */
CASE(task_fd_query)
{
	struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K }, { .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr load = {
		.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .insn_cnt = 2,
		.insns = address(insns), .license = address("GPL"),
	};
	int prog = sys(SYS_bpf, BPF_PROG_LOAD, &load, 48), fd;
	union bpf_attr open = { .raw_tracepoint = { address("sys_enter"), prog } };
	char buf[32] = "before";
	union bpf_attr query = { .task_fd_query = { .pid = getpid(), .buf_len = sizeof(buf) } };

	fd = sys(SYS_bpf, BPF_RAW_TRACEPOINT_OPEN, &open, 12);
	if (fd < 0)
		skip("no raw tracepoints");
	query.task_fd_query.fd = fd;
	query.task_fd_query.buf = address(buf);
	if (sys(SYS_bpf, BPF_TASK_FD_QUERY, &query, 48))
		die("nothing is known of the descriptor: %s", strerror(errno));
	expect_later("bpf(BPF_TASK_FD_QUERY, {task_fd_query={pid=%d, fd=%d, flags=0, buf_len=32 => 9, buf=\"sys_enter\", prog_id=0 => %u, fd_type=BPF_FD_TYPE_RAW_TRACEPOINT, probe_offset=0, probe_addr=0}}, 48) = 0",
		     getpid(), fd, query.task_fd_query.prog_id);
	/* There is room for a part of the name only. */
	query.task_fd_query.prog_id = 0;
	query.task_fd_query.buf_len = 4;
	sys(SYS_bpf, BPF_TASK_FD_QUERY, &query, 24);
	expect_later("bpf(BPF_TASK_FD_QUERY, {task_fd_query={pid=%d, fd=%d, flags=0, buf_len=4 => 9, buf=\"sys\"}}, 24) = -1 ENOSPC (No space left on device)",
		     getpid(), fd);
}
