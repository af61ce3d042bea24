// SPDX-License-Identifier: GPL-2.0
/*
 * System V IPC and POSIX message queues: what their calls take and give, and i386's
 * ipc, which is all calls in one.
 */
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>

#include "case.h"

#define BAD ((void *)8)

/* What the kernel takes for a long. */
#ifdef ABI_X32
typedef long long klong;
#else
typedef long klong;
#endif

/* The number of an object that a call returned. */
static int made(long long id)
{
	if (id < 0)
		die("cannot make an object: %lld", id);

	return id;
}

/* Shared memory of one page. */
static int new_shm(void)
{
	return made(sys(SYS_shmget, IPC_PRIVATE, 4096, IPC_CREAT | 0600));
}

static int new_sem(void)
{
	return made(sys(SYS_semget, IPC_PRIVATE, 3, IPC_CREAT | 0600));
}

static int new_msg(void)
{
	return made(sys(SYS_msgget, IPC_PRIVATE, IPC_CREAT | 0600));
}

CASE(shmget)
{
	int id = new_shm();

	expect("shmget(IPC_PRIVATE, 4096, IPC_CREAT|0600) = %d", id);
	sys(SYS_shmget, 0x1234, 4096, 0);
	expect("shmget(0x1234, 4096, 000) = " ENOENT_LINE);
	sys(SYS_shmget, -1, 1, IPC_EXCL | SHM_HUGETLB | SHM_NORESERVE | 0x40000 | 017);
	expect("shmget(0xffffffff, 1, IPC_EXCL|SHM_HUGETLB|SHM_NORESERVE|0x40000|017) = " ENOENT_LINE);
	sys(SYS_shmget, 1, 1, 21U << 26 | 0100);
	expect("shmget(0x1, 1, 21<<SHM_HUGE_SHIFT|0100) = " ENOENT_LINE);
	sys(SYS_shmget, IPC_PRIVATE, -1L, IPC_CREAT);
	expect("shmget(IPC_PRIVATE, %lu, IPC_CREAT|000) = <*>", -1UL);
	sys(SYS_shmctl, id, IPC_RMID, NULL);
	expect("shmctl(%d, IPC_RMID, NULL) = 0", id);
}

CASE(shmat)
{
	int id = new_shm();
	void *at = (void *)(long)sys(SYS_shmat, id, NULL, SHM_RDONLY);

	expect_later("shmat(%d, NULL, SHM_RDONLY) = %s", id, ptr(at));
	sys(SYS_shmdt, at);
	expect("shmdt(%s) = 0", ptr(at));
	sys(SYS_shmat, -1, BAD, SHM_RND | SHM_REMAP | SHM_EXEC | 0x40000);
	expect("shmat(-1, 0x8, SHM_RND|SHM_REMAP|SHM_EXEC|0x40000) = " EINVAL_LINE);
	sys(SYS_shmctl, id, IPC_RMID, NULL);
}

CASE(shmctl)
{
	char buf[256];
	int id = new_shm();
	int creator = getpid();

	sys(SYS_shmctl, id, IPC_STAT, buf);
	expect_later("shmctl(%d, IPC_STAT, {shm_perm={uid=0, gid=0, mode=0600, key=0, cuid=0, cgid=0}, shm_segsz=4096, shm_cpid=%d, shm_lpid=0, shm_nattch=0, shm_atime=0, shm_dtime=0, shm_ctime=<*>}) = 0",
		     id, creator);
	sys(SYS_shmctl, id, IPC_SET, buf);
	expect("shmctl(%d, IPC_SET, {shm_perm={uid=0, gid=0, mode=0600}}) = 0", id);
	sys(SYS_shmctl, -1, IPC_STAT, buf);
	expect("shmctl(-1, IPC_STAT, %s) = " EINVAL_LINE, ptr(buf));
	sys(SYS_shmctl, id, IPC_STAT, BAD);
	expect("shmctl(%d, IPC_STAT, 0x8) = " EFAULT_LINE, id);
	sys(SYS_shmctl, id, IPC_SET, BAD);
	expect("shmctl(%d, IPC_SET, 0x8) = " EFAULT_LINE, id);
	sys(SYS_shmctl, id, IPC_SET, NULL);
	expect("shmctl(%d, IPC_SET, NULL) = " EFAULT_LINE, id);
	sys(SYS_shmctl, id, SHM_LOCK, NULL);
	expect("shmctl(%d, SHM_LOCK, NULL) = 0", id);
	sys(SYS_shmctl, id, 77, buf);
	expect("shmctl(%d, 0x4d /* SHM_??? */, %s) = " EINVAL_LINE, id, ptr(buf));
	sys(SYS_shmctl, id, 0x1ff, 5);
	expect("shmctl(%d, IPC_64|0xff /* SHM_??? */, 0x5) = " EINVAL_LINE, id);
	sys(SYS_shmctl, 0, 3, buf);
	expect("shmctl(0, IPC_INFO, {shmmax=<*>, shmmin=1, shmmni=4096, shmseg=4096, shmall=<*>}) = <*>");
	sys(SYS_shmctl, 0, 14, buf);
	expect("shmctl(0, SHM_INFO, {used_ids=<*>, shm_tot=<*>, shm_rss=<*>, shm_swp=<*>, swap_attempts=0, swap_successes=0}) = <*>");
	sys(SYS_shmctl, id, IPC_RMID, buf);
	expect("shmctl(%d, IPC_RMID, %s) = 0", id, ptr(buf));
}

CASE(semctl)
{
	unsigned short values[3] = { 1, 2, 3 };
	char buf[256];
	int id = new_sem();

	expect("semget(IPC_PRIVATE, 3, IPC_CREAT|0600) = %d", id);
	sys(SYS_semctl, id, 0, IPC_STAT, buf);
	expect("semctl(%d, 0, IPC_STAT, {sem_perm={uid=0, gid=0, mode=0600, key=0, cuid=0, cgid=0}, sem_otime=0, sem_ctime=<*>, sem_nsems=3}) = 0",
	       id);
	sys(SYS_semctl, id, 0, IPC_SET, buf);
	expect("semctl(%d, 0, IPC_SET, {sem_perm={uid=0, gid=0, mode=0600}}) = 0", id);
	sys(SYS_semctl, id, 1, SETVAL, 7);
	expect("semctl(%d, 1, SETVAL, 0x7) = 0", id);
	sys(SYS_semctl, id, 1, GETVAL, 0);
	expect("semctl(%d, 1, GETVAL, NULL) = 7", id);
	sys(SYS_semctl, id, 0, SETALL, values);
	expect("semctl(%d, 0, SETALL, %s) = 0", id, ptr(values));
	sys(SYS_semctl, id, 0, IPC_INFO, buf);
	expect("semctl(%d, 0, IPC_INFO, {semmap=<*>, semmni=<*>, semmns=<*>, semmnu=<*>, semmsl=<*>, semopm=500, semume=500, semusz=<*>, semvmx=32767, semaem=32767}) = <*>",
	       id);
	sys(SYS_semctl, id, 0, 99, values);
	expect("semctl(%d, 0, 0x63 /* SEM_??? */, %s) = " EINVAL_LINE, id, ptr(values));
	sys(SYS_semctl, -1, 0, IPC_STAT, buf);
	expect("semctl(-1, 0, IPC_STAT, %s) = " EINVAL_LINE, ptr(buf));
	sys(SYS_semctl, id, 0, IPC_RMID, 0);
	expect("semctl(%d, 0, IPC_RMID, NULL) = 0", id);
}

/* i386 has no semop but that of ipc, and the one with 64-bit times. */
CASE(semop)
{
#ifdef SYS_semop
	struct sembuf ops[40] = {
		{ 0, 1, IPC_NOWAIT }, { 1, -2, SEM_UNDO | IPC_NOWAIT }, { 2, 0, 0x1805 },
	};
	struct timespec time = { 1, 5 };
	struct sembuf *edge = at_end(ops, sizeof(*ops));
	int id = new_sem();

	sys(SYS_semop, id, ops, 1);
	expect_later("semop(%d, [{sem_num=0, sem_op=1, sem_flg=IPC_NOWAIT}], 1) = 0", id);
	sys(SYS_semop, id, ops, 2);
	expect("semop(%d, [{sem_num=0, sem_op=1, sem_flg=IPC_NOWAIT}, {sem_num=1, sem_op=-2, sem_flg=SEM_UNDO|IPC_NOWAIT}], 2) = -1 EAGAIN (Resource temporarily unavailable)",
	       id);
	sys(SYS_semtimedop, id, ops + 2, 1, &time);
	expect("semtimedop(%d, [{sem_num=2, sem_op=0, sem_flg=SEM_UNDO|IPC_NOWAIT|0x5}], 1, {tv_sec=1, tv_nsec=5}) = 0",
	       id);
	sys(SYS_semtimedop, -1, ops, 1, NULL);
	expect("semtimedop(-1, [{sem_num=0, sem_op=1, sem_flg=IPC_NOWAIT}], 1, NULL) = " EINVAL_LINE);
	sys(SYS_semop, id, NULL, 1);
	expect("semop(%d, NULL, 1) = " EFAULT_LINE, id);
	sys(SYS_semop, id, BAD, 2);
	expect("semop(%d, 0x8, 2) = " EFAULT_LINE, id);
	sys(SYS_semop, id, ops, 0);
	expect("semop(%d, [], 0) = " EINVAL_LINE, id);
	sys(SYS_semop, id, edge, 2);
	expect("semop(%d, [{sem_num=0, sem_op=1, sem_flg=IPC_NOWAIT}, ... /* %s */], 2) = " EFAULT_LINE,
	       id, ptr(edge + 1));
	sys(SYS_semop, -1, ops, 40);
	expect("semop(-1, [{sem_num=0, sem_op=1, sem_flg=IPC_NOWAIT}, <*>{sem_num=0, sem_op=0, sem_flg=0}, ...], 40) = " EINVAL_LINE);
	sys(SYS_semctl, id, 0, IPC_RMID, 0);
#else
	skip("there is no such call");
#endif
}

CASE(messages)
{
	struct {
		klong type;
		char text[64];
	} msg = { 5, "hello\nworld and more and more than thirty two" }, *edge;
	char buf[256];
	int self = getpid();
	int id = new_msg();

	expect("msgget(IPC_PRIVATE, IPC_CREAT|0600) = %d", id);
	sys(SYS_msgsnd, id, &msg, 20, 0);
	expect("msgsnd(%d, {mtype=5, mtext=\"hello\\nworld and more\"}, 20, 0) = 0", id);
	sys(SYS_msgsnd, id, &msg, 45, IPC_NOWAIT | MSG_NOERROR | 0x40000);
	expect("msgsnd(%d, {mtype=5, mtext=\"hello\\nworld and more and more th\"...}, 45, MSG_NOERROR|IPC_NOWAIT|0x40000) = 0",
	       id);
	sys(SYS_msgsnd, id, &msg, 0, 0);
	expect("msgsnd(%d, {mtype=5, mtext=\"\"}, 0, 0) = 0", id);
	sys(SYS_msgsnd, id, NULL, 5, 0);
	expect("msgsnd(%d, NULL, 5, 0) = " EFAULT_LINE, id);
	sys(SYS_msgsnd, id, BAD, 5, 0);
	expect("msgsnd(%d, 0x8, 5, 0) = " EFAULT_LINE, id);
	edge = at_end(&msg, sizeof(klong) + 4);
	sys(SYS_msgsnd, id, edge, 10, 0);
	/* Less than a structure is none, and padding is a part of it. */
	if (sizeof(klong) + 4 < sizeof(struct msgbuf))
		expect_later("msgsnd(%d, %s, 10, 0) = " EFAULT_LINE, id, ptr(edge));
	else
		expect_later("msgsnd(%d, {mtype=5, mtext=%s}, 10, 0) = " EFAULT_LINE, id,
			     ptr(edge->text));
	edge = at_end(&msg, sizeof(klong) - 1);
	sys(SYS_msgsnd, id, edge, 10, 0);
	expect_later("msgsnd(%d, %s, 10, 0) = " EFAULT_LINE, id, ptr(edge));
	sys(SYS_msgsnd, id, &msg, -1L, 0);
	expect("msgsnd(%d, {mtype=5, mtext=\"hello\\nworld and more and more th\"...}, %lu, 0) = " EINVAL_LINE,
	       id, -1UL);
	sys(SYS_msgrcv, id, &msg, 20, 5, 0);
	expect("msgrcv(%d, {mtype=5, mtext=\"hello\\nworld and more\"}, 20, 5, 0) = 20", id);
	/* On x32, a type has more bits than that ABI's long. */
	raw_syscall(SYS_msgrcv, id, WORD(&msg), 10, -7, IPC_NOWAIT | MSG_NOERROR, 0);
	expect("msgrcv(%d, {mtype=5, mtext=\"hello\\nworl\"}, 10, -7, MSG_NOERROR|IPC_NOWAIT) = 10", id);
	sys(SYS_msgrcv, id, &msg, 10, 99, IPC_NOWAIT);
	expect("msgrcv(%d, %s, 10, 99, IPC_NOWAIT) = -1 ENOMSG (No message of desired type)", id,
	       ptr(&msg));
	sys(SYS_msgctl, id, IPC_STAT, buf);
	expect("msgctl(%d, IPC_STAT, {msg_perm={uid=0, gid=0, mode=0600, key=0, cuid=0, cgid=0}, msg_stime=<*>, msg_rtime=<*>, msg_ctime=<*>, msg_qnum=1, msg_qbytes=16384, msg_lspid=%d, msg_lrpid=%d}) = 0",
	       id, self, self);
	sys(SYS_msgctl, id, IPC_SET, buf);
	expect("msgctl(%d, IPC_SET, {msg_perm={uid=0, gid=0, mode=0600}, msg_qbytes=16384}) = 0", id);
	sys(SYS_msgctl, id, IPC_INFO, buf);
	expect("msgctl(%d, IPC_INFO, {msgpool=<*>, msgmap=<*>, msgmax=8192, msgmnb=16384, msgmni=<*>, msgssz=16, msgtql=<*>, msgseg=<*>}) = <*>",
	       id);
	/* What is in the room behind a message was not received. */
	sys(SYS_msgrcv, id, &msg, 10, 0, 0);
	expect("msgrcv(%d, {mtype=5, mtext=\"\"}, 10, 0, 0) = 0", id);
	msg.type = 5;
	sys(SYS_msgsnd, id, &msg, 2, 0);
	expect("msgsnd(%d, {mtype=5, mtext=\"he\"}, 2, 0) = 0", id);
	sys(SYS_msgrcv, id, &msg, 10, 0, 0);
	expect("msgrcv(%d, {mtype=5, mtext=\"he\"}, 10, 0, 0) = 2", id);
	sys(SYS_msgctl, id, 99, buf);
	expect("msgctl(%d, 0x63 /* MSG_??? */, %s) = " EINVAL_LINE, id, ptr(buf));
	sys(SYS_msgctl, id, IPC_RMID, NULL);
	expect("msgctl(%d, IPC_RMID, NULL) = 0", id);
}

/* The call that ipc is goes by its own name. */
CASE(ipc)
{
#ifdef ABI_32
	enum {
		SEMOP = 1, SEMGET, SEMCTL, SEMTIMEDOP, MSGSND = 11, MSGRCV, MSGGET, MSGCTL,
		SHMAT = 21, SHMDT, SHMGET, SHMCTL, VERSION_1 = 1 << 16, IPC_64 = 0x100,
	};
	struct {
		long type;
		char text[8];
	} msg = { 5, "hello" };
	struct {
		void *msg;
		long type;
	} old = { &msg, 5 };
	struct sembuf op = { 0, 1, IPC_NOWAIT };
	struct timespec time = { 1, 5 };
	void *at = NULL;
	char buf[256];
	long arg = 7;
	int id;

	id = made(sys(SYS_ipc, SHMGET, IPC_PRIVATE, 4096, IPC_CREAT | 0600));
	expect("shmget(IPC_PRIVATE, 4096, IPC_CREAT|0600) = %d", id);
	sys(SYS_ipc, SHMCTL, id, IPC_STAT | IPC_64, 0, buf);
	expect("shmctl(%d, IPC_64|IPC_STAT, {shm_perm={uid=0, gid=0, mode=0600, key=0, cuid=0, cgid=0}, shm_segsz=4096, <*>}) = 0",
	       id);
	/* Without the flag, the structure is an older one. */
	sys(SYS_ipc, SHMCTL, id, IPC_STAT, 0, buf);
	expect("shmctl(%d, IPC_STAT, %s) = 0", id, ptr(buf));
	sys(SYS_ipc, SHMCTL, id, IPC_SET, 0, buf);
	expect("shmctl(%d, IPC_SET, %s) = 0", id, ptr(buf));
	sys(SYS_ipc, SHMCTL, id, IPC_INFO, 0, buf);
	expect("shmctl(%d, IPC_INFO, %s) = <*>", id, ptr(buf));
	sys(SYS_ipc, SHMCTL, id, IPC_INFO | IPC_64, 0, buf);
	expect("shmctl(%d, IPC_64|IPC_INFO, {shmmax=<*>}) = <*>", id);
	sys(SYS_ipc, SHMCTL, 0, SHM_INFO, 0, buf);
	expect("shmctl(0, SHM_INFO, {used_ids=<*>}) = <*>");
	sys(SYS_ipc, SHMAT, id, SHM_RDONLY, &at, NULL);
	expect("shmat(%d, NULL, SHM_RDONLY) = %s", id, ptr(at));
	sys(SYS_ipc, SHMDT, 0, 0, 0, at);
	expect("shmdt(%s) = 0", ptr(at));
	sys(SYS_ipc, SHMAT, -1, 0, &at, NULL);
	expect("shmat(-1, NULL, 0) = " EINVAL_LINE);
	sys(SYS_ipc, SHMCTL, id, IPC_RMID | IPC_64, 0, NULL);
	expect("shmctl(%d, IPC_64|IPC_RMID, NULL) = 0", id);

	id = made(sys(SYS_ipc, SEMGET, IPC_PRIVATE, 1, IPC_CREAT | 0600));
	expect("semget(IPC_PRIVATE, 1, IPC_CREAT|0600) = %d", id);
	sys(SYS_ipc, SEMOP, id, 1, 0, &op);
	expect("semop(%d, [{sem_num=0, sem_op=1, sem_flg=IPC_NOWAIT}], 1) = 0", id);
	sys(SYS_ipc, SEMTIMEDOP, id, 1, 0, &op, &time);
	expect("semtimedop(%d, [{sem_num=0, sem_op=1, sem_flg=IPC_NOWAIT}], 1, {tv_sec=1, tv_nsec=5}) = 0",
	       id);
	sys(SYS_ipc, SEMCTL, id, 0, SETVAL | IPC_64, &arg);
	expect("semctl(%d, 0, IPC_64|SETVAL, [0x7]) = 0", id);
	arg = (long)buf;
	sys(SYS_ipc, SEMCTL, id, 0, IPC_STAT | IPC_64, &arg);
	expect("semctl(%d, 0, IPC_64|IPC_STAT, {sem_perm={uid=0, gid=0, mode=0600, key=0, cuid=0, cgid=0}, sem_otime=<*>, sem_ctime=<*>, sem_nsems=1}) = 0",
	       id);
	sys(SYS_ipc, SEMCTL, id, 0, IPC_SET | IPC_64, &arg);
	expect("semctl(%d, 0, IPC_64|IPC_SET, {sem_perm={uid=0, gid=0, mode=0600}}) = 0", id);
	sys(SYS_ipc, SEMCTL, id, 0, IPC_STAT, &arg);
	expect("semctl(%d, 0, IPC_STAT, [%s]) = 0", id, ptr(buf));
	sys(SYS_ipc, SEMCTL, id, 0, IPC_SET, &arg);
	expect("semctl(%d, 0, IPC_SET, [%s]) = 0", id, ptr(buf));
	sys(SYS_ipc, SEMCTL, 0, 0, SEM_INFO, &arg);
	expect("semctl(0, 0, SEM_INFO, {semmap=<*>}) = <*>");
	sys(SYS_ipc, SEMCTL, 99999, 0, IPC_STAT | IPC_64, &arg);
	expect("semctl(99999, 0, IPC_64|IPC_STAT, [%s]) = " EINVAL_LINE, ptr(buf));
	sys(SYS_ipc, SEMCTL, id, 0, IPC_STAT | IPC_64, BAD);
	expect("semctl(%d, 0, IPC_64|IPC_STAT, 0x8) = " EFAULT_LINE, id);
	sys(SYS_ipc, SEMCTL, id, 0, IPC_RMID, &arg);
	expect("semctl(%d, 0, IPC_RMID, [%s]) = 0", id, ptr(buf));

	id = made(sys(SYS_ipc, MSGGET, IPC_PRIVATE, IPC_CREAT | 0600));
	expect("msgget(IPC_PRIVATE, IPC_CREAT|0600) = %d", id);
	sys(SYS_ipc, MSGSND, id, 5, IPC_NOWAIT, &msg);
	expect("msgsnd(%d, {mtype=5, mtext=\"hello\"}, 5, IPC_NOWAIT) = 0", id);
	sys(SYS_ipc, MSGSND, id, 5, 0, &msg);
	sys(SYS_ipc, MSGRCV, id, 8, IPC_NOWAIT, &old);
	expect_later("msgrcv(%d, {mtype=5, mtext=\"hello\"}, 8, 5, IPC_NOWAIT) = 5", id);
	sys(SYS_ipc, MSGRCV | VERSION_1, id, 8, IPC_NOWAIT, &msg, -7);
	expect("msgrcv(%d, {mtype=5, mtext=\"hello\"}, 8, -7, IPC_NOWAIT) = 5", id);
	sys(SYS_ipc, MSGRCV, id, 5, IPC_NOWAIT, &old);
	expect("msgrcv(%d, %s, 5, IPC_NOWAIT) = -1 ENOMSG (No message of desired type)", id,
	       ptr(&old));
	sys(SYS_ipc, MSGCTL, id, IPC_STAT | IPC_64, 0, buf);
	expect("msgctl(%d, IPC_64|IPC_STAT, {msg_perm={uid=0, gid=0, mode=0600, key=0, cuid=0, cgid=0}, <*>}) = 0",
	       id);
	sys(SYS_ipc, MSGCTL, id, IPC_STAT, 0, buf);
	expect("msgctl(%d, IPC_STAT, %s) = 0", id, ptr(buf));
	sys(SYS_ipc, MSGCTL, id, IPC_SET, 0, buf);
	expect("msgctl(%d, IPC_SET, %s) = 0", id, ptr(buf));
	sys(SYS_ipc, MSGCTL, 0, MSG_INFO, 0, buf);
	expect("msgctl(0, MSG_INFO, {msgpool=<*>}) = <*>");
	sys(SYS_ipc, MSGCTL, id, IPC_RMID, 0, NULL);
	expect("msgctl(%d, IPC_RMID, NULL) = 0", id);

	sys(SYS_ipc, 99, 1, 2, 3, 4, 5);
	expect("ipc(99, 0x1, 0x2, 0x3, 0x4, 0x5) = -1 ENOSYS (Function not implemented)");
	sys(SYS_ipc, 2 << 16 | 99, 1, 2, 3, 4, 5);
	expect("ipc(2<<16|99, 0x1, 0x2, 0x3, 0x4, 0x5) = -1 ENOSYS (Function not implemented)");
#else
	skip("there is no such call");
#endif
}

#ifdef ABI_32
struct waiter {
	int id;
};

static void wait_for_message(void *arg)
{
	struct waiter *waiter = arg;
	char msg[16];

	sys(SYS_ipc, 12 | 1 << 16, waiter->id, 4, 0, msg, 0);
}
#endif

/* Both lines of a call that another one comes between have that name. */
CASE(ipc_interrupted)
{
#ifdef ABI_32
	struct {
		long type;
		char text[4];
	} msg = { 1, "abcd" };
	struct waiter waiter;
	pid_t tid;

	/* On another processor, nothing would come between. */
	pin(0);
	waiter.id = new_msg();
	tid = spawn_thread(wait_for_message, &waiter);
	wait_blocked(tid, SYS_ipc);
	sys(SYS_msgsnd, waiter.id, &msg, 4, 0);
	wait_for_thread(tid);
	expect_later_of(tid, "msgrcv(%d,  <unfinished ...>", waiter.id);
	expect_of(tid, "<... msgrcv resumed>{mtype=1, mtext=\"abcd\"}, 4, 0, 0) = 4");
	sys(SYS_msgctl, waiter.id, IPC_RMID, NULL);
#else
	skip("there is no such call");
#endif
}

CASE(mq)
{
	struct mq_attr attr = { .mq_maxmsg = 8, .mq_msgsize = 64 }, old;
	const char *name = text("test-%d", getpid());
	struct timespec time = { 1, 5 };
	unsigned int prio;
	char buf[64];
	int mq;

	mq = made(sys(SYS_mq_open, name, O_RDWR | O_CREAT | O_NONBLOCK, 0600, &attr));
	expect_later("mq_open(\"%s\", O_RDWR|O_CREAT|O_NONBLOCK, 0600, {mq_flags=0, mq_maxmsg=8, mq_msgsize=64, mq_curmsgs=0}) = %d",
		     name, mq);
	sys(SYS_mq_open, "none", O_RDONLY, 0600, &attr);
	expect("mq_open(\"none\", O_RDONLY) = " ENOENT_LINE);
	sys(SYS_mq_open, "none", O_RDWR | O_CREAT, 0600, BAD);
	expect("mq_open(\"none\", O_RDWR|O_CREAT, 0600, 0x8) = " EFAULT_LINE);
	sys(SYS_mq_getsetattr, mq, NULL, &old);
	expect("mq_getsetattr(%d, NULL, {mq_flags=O_NONBLOCK, mq_maxmsg=8, mq_msgsize=64, mq_curmsgs=0}) = 0",
	       mq);
	attr.mq_flags = O_NONBLOCK | O_APPEND;
	sys(SYS_mq_getsetattr, mq, &attr, &old);
	expect("mq_getsetattr(%d, {mq_flags=O_NONBLOCK|0x400, mq_maxmsg=8, mq_msgsize=64, mq_curmsgs=0}, %s) = " EINVAL_LINE,
	       mq, ptr(&old));
	sys(SYS_mq_timedsend, mq, "hello\n", 6, 3, NULL);
	expect("mq_timedsend(%d, \"hello\\n\", 6, 3, NULL) = 0", mq);
	sys(SYS_mq_timedsend, mq, "hello\n", 6, 0, &time);
	expect("mq_timedsend(%d, \"hello\\n\", 6, 0, {tv_sec=1, tv_nsec=5}) = 0", mq);
	sys(SYS_mq_timedreceive, mq, buf, 64, &prio, NULL);
	expect("mq_timedreceive(%d, \"hello\\n\", 64, [3], NULL) = 6", mq);
	sys(SYS_mq_timedreceive, mq, buf, 64, NULL, &time);
	expect("mq_timedreceive(%d, \"hello\\n\", 64, NULL, {tv_sec=1, tv_nsec=5}) = 6", mq);
	sys(SYS_mq_timedreceive, mq, buf, 64, &prio, &time);
	expect("mq_timedreceive(%d, %s, 64, %s, {tv_sec=1, tv_nsec=5}) = -1 EAGAIN (Resource temporarily unavailable)",
	       mq, ptr(buf), ptr(&prio));
	sys(SYS_mq_unlink, name);
	expect("mq_unlink(\"%s\") = 0", name);
}
