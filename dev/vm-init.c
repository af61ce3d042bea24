// SPDX-License-Identifier: GPL-2.0
/*
 * The first process of the virtual machine. It mounts the host's root file system
 * under a writable layer and runs one command in it. A virtio port carries the
 * command's input, output and exit status, so they never mix with the kernel's
 * console.
 *
 * The port carries frames in both directions: a channel byte, a length (four
 * bytes, little endian), the data. All channels share one stream, which keeps the
 * frames in order: the exit status arrives last. The other end is dev/vm.
 *
 *   to the host:   '1' output, '2' error output, 'h' hello, 'x' exit status
 *   to the guest:  '0' input (empty: its end), 'w' window size (rows, columns)
 *
 * /vm.conf of the initramfs says what to run, in NUL-terminated NAME=VALUE strings.
 * cmd: the command for bash -c; cwd: its working directory; tty: 1 = on a terminal;
 * env: one variable of its environment; module: a module to insert first.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define PORT_NAME "vm"
#define CHUNK 32768
#define MAX_ENV 64
#define LINGER_MS 500

static struct {
	const char *cmd;
	const char *cwd;
	bool tty;
	char *env[MAX_ENV + 1];
} conf = { .cwd = "/" };

static int port = -1;

static void fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf(": %s\n", strerror(errno));
	fflush(stdout);
	reboot(RB_AUTOBOOT);
	_exit(1);
}

static void mount_on(const char *source, const char *dir, const char *type,
		     unsigned long flags, const char *data)
{
	if (mount(source, dir, type, flags, data))
		fail("vm-init: mount %s", dir);
}

/* Ignores errors: not every kernel under test has every file system. */
static void try_mount(const char *dir, const char *type, const char *data)
{
	mkdir(dir, 0755);
	mount(type, dir, type, MS_NOSUID | MS_NODEV, data);
}

static void insert_module(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
		fail("vm-init: module %s", path);
	close(fd);
}

static void read_conf(void)
{
	static char buf[1 << 20];
	int fd = open("/vm.conf", O_RDONLY | O_CLOEXEC);
	ssize_t got, len = 0;
	int nr_env = 0;

	while ((got = read(fd, buf + len, sizeof(buf) - 1 - len)) > 0)
		len += got;
	close(fd);
	for (char *s = buf; s < buf + len; s += strlen(s) + 1) {
		if (!strncmp(s, "cmd=", 4))
			conf.cmd = s + 4;
		else if (!strncmp(s, "cwd=", 4))
			conf.cwd = s + 4;
		else if (!strncmp(s, "tty=", 4))
			conf.tty = s[4] == '1';
		else if (!strncmp(s, "env=", 4) && nr_env < MAX_ENV)
			conf.env[nr_env++] = s + 4;
		else if (!strncmp(s, "module=", 7))
			insert_module(s + 7);
	}
}

/*
 * Runs on the host: prints the rate of the time stamp counter, which the guest
 * sees as its own. The guest's measurement against emulated timers often fails.
 */
static int print_tsc_khz(void)
{
	struct timespec from, now;
	unsigned long long ns, start;

	clock_gettime(CLOCK_MONOTONIC, &from);
	start = __builtin_ia32_rdtsc();
	do {
		clock_gettime(CLOCK_MONOTONIC, &now);
		ns = (now.tv_sec - from.tv_sec) * 1000000000ULL +
		     now.tv_nsec - from.tv_nsec;
	} while (ns < 20000000);
	printf("%llu\n", (__builtin_ia32_rdtsc() - start) * 1000000 / ns);
	return 0;
}

/* Puts a layer in memory, which takes the writes, over the host's read-only files. */
static void mount_root(void)
{
	mkdir("/host", 0755);
	mkdir("/rw", 0755);
	mkdir("/root", 0755);
	mount_on("host", "/host", "9p", MS_RDONLY,
		 "trans=virtio,version=9p2000.L,msize=512000,cache=loose");
	mount_on("rw", "/rw", "tmpfs", 0, "mode=755");
	mkdir("/rw/upper", 0755);
	mkdir("/rw/work", 0755);
	mount_on("root", "/root", "overlay", 0,
		 "lowerdir=/host,upperdir=/rw/upper,workdir=/rw/work");
	if (chdir("/root") || mount(".", "/", NULL, MS_MOVE, NULL) ||
	    chroot(".") || chdir("/"))
		fail("vm-init: changing the root directory");
}

static void mount_rest(void)
{
	mount_on("proc", "/proc", "proc", 0, NULL);
	mount_on("sys", "/sys", "sysfs", 0, NULL);
	mount_on("dev", "/dev", "devtmpfs", 0, NULL);
	try_mount("/dev/pts", "devpts", "mode=620,ptmxmode=666");
	try_mount("/dev/shm", "tmpfs", "mode=1777");
	try_mount("/dev/mqueue", "mqueue", NULL);
	try_mount("/run", "tmpfs", "mode=755");
	try_mount("/sys/kernel/tracing", "tracefs", NULL);
	try_mount("/sys/kernel/debug", "debugfs", NULL);
	try_mount("/sys/fs/bpf", "bpf", NULL);
	try_mount("/sys/fs/cgroup", "cgroup2", NULL);
	symlink("/proc/self/fd", "/dev/fd");
	symlink("/proc/self/fd/0", "/dev/stdin");
	symlink("/proc/self/fd/1", "/dev/stdout");
	symlink("/proc/self/fd/2", "/dev/stderr");
}

static void loopback_up(void)
{
	struct ifreq ifr = { .ifr_name = "lo" };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	if (!ioctl(fd, SIOCGIFFLAGS, &ifr)) {
		ifr.ifr_flags |= IFF_UP;
		ioctl(fd, SIOCSIFFLAGS, &ifr);
	}
	close(fd);
}

/* Finds the port by its name: its number depends on the machine. */
static void open_port(void)
{
	char path[64 + NAME_MAX], name[16];
	struct dirent *d;
	DIR *dir;

	for (int tries = 0; tries < 1000 && port < 0; tries++) {
		dir = opendir("/sys/class/virtio-ports");
		while (dir && port < 0 && (d = readdir(dir))) {
			int fd, len;

			snprintf(path, sizeof(path),
				 "/sys/class/virtio-ports/%s/name", d->d_name);
			fd = open(path, O_RDONLY);
			if (fd < 0)
				continue;
			len = read(fd, name, sizeof(name));
			close(fd);
			if (len != sizeof(PORT_NAME) ||
			    memcmp(name, PORT_NAME "\n", len))
				continue;
			snprintf(path, sizeof(path), "/dev/%s", d->d_name);
			port = open(path, O_RDWR | O_CLOEXEC);
		}
		if (dir)
			closedir(dir);
		if (port < 0)
			usleep(10000);
	}
	if (port < 0)
		fail("vm-init: no virtio port named " PORT_NAME);
}

/* Sends a frame in one write: each write costs a turn of the host's event loop. */
static void send_frame(char channel, const void *data, uint32_t len)
{
	static char frame[5 + CHUNK];
	char *p = frame;
	ssize_t put;

	frame[0] = channel;
	memcpy(frame + 1, &len, 4);
	memcpy(frame + 5, data, len);
	for (len += 5; len; len -= put, p += put) {
		put = write(port, p, len);
		if (put < 0 && errno != EINTR && errno != EAGAIN)
			fail("vm-init: write to the port");
		if (put < 0)
			put = 0;
	}
}

static void read_all(void *buf, size_t len)
{
	char *p = buf;

	while (len) {
		ssize_t got = read(port, p, len);

		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (got <= 0)
			fail("vm-init: read from the port");
		p += got;
		len -= got;
	}
}

/* The command, and this program's end of its three channels. */
static struct {
	pid_t pid;
	int in;
	int out;
	int err;
	/* Input that the command has not taken yet. */
	char pending[CHUNK];
	size_t start;
	size_t end;
} child = { .in = -1, .out = -1, .err = -1 };

static void run_command(int in, int out, int err)
{
	char *sh[] = { "/bin/bash", "-c", (char *)conf.cmd, NULL };
	char *login[] = { "/bin/bash", "-i", NULL };
	char *script[] = { "/bin/bash", "-s", NULL };
	sigset_t none;

	setsid();
	if (conf.tty)
		ioctl(in, TIOCSCTTY, 0);
	dup2(in, 0);
	dup2(out, 1);
	dup2(err, 2);
	closefrom(3);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (chdir(conf.cwd))
		fprintf(stderr, "vm-init: %s: %s\n", conf.cwd, strerror(errno));
	if (conf.cmd)
		execve(sh[0], sh, conf.env);
	else if (conf.tty)
		execve(login[0], login, conf.env);
	else
		execve(script[0], script, conf.env);
	fprintf(stderr, "vm-init: %s: %s\n", sh[0], strerror(errno));
	_exit(127);
}

static void start_on_tty(void)
{
	int master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
	int unlock = 0, slave;

	if (master < 0 || ioctl(master, TIOCSPTLCK, &unlock))
		fail("vm-init: /dev/ptmx");
	slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (slave < 0)
		fail("vm-init: terminal");
	child.pid = fork();
	if (!child.pid)
		run_command(slave, slave, slave);
	close(slave);
	child.out = master;
	child.in = dup(master);
}

static void start_on_pipes(void)
{
	int in[2], out[2], err[2];

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) ||
	    pipe2(err, O_CLOEXEC))
		fail("vm-init: pipe");
	child.pid = fork();
	if (!child.pid)
		run_command(in[0], out[1], err[1]);
	close(in[0]);
	close(out[1]);
	close(err[1]);
	child.in = in[1];
	child.out = out[0];
	child.err = err[0];
}

static void close_input(void)
{
	close(child.in);
	child.in = -1;
	child.start = child.end = 0;
}

/*
 * Does not wait for the command to read: the command may be waiting until its
 * output is taken. While input is pending, no further frame is read.
 */
static void push_input(void)
{
	ssize_t put = write(child.in, child.pending + child.start,
			    child.end - child.start);

	if (put >= 0)
		child.start += put;
	else if (errno != EAGAIN && errno != EINTR)
		close_input();
	if (child.start == child.end)
		child.start = child.end = 0;
}

/* Handles one frame from the host. */
static void take_frame(void)
{
	struct __attribute__((packed)) { char channel; uint32_t len; } head;
	struct winsize size = { };

	read_all(&head, sizeof(head));
	if (head.len > sizeof(child.pending)) {
		errno = EPROTO;
		fail("vm-init: frame of %u bytes", head.len);
	}
	read_all(child.pending, head.len);
	if (head.channel == 'w' && head.len == 4) {
		memcpy(&size.ws_row, child.pending, 2);
		memcpy(&size.ws_col, child.pending + 2, 2);
		ioctl(child.out, TIOCSWINSZ, &size);
	} else if (head.channel == '0' && child.in >= 0) {
		child.end = head.len;
		if (head.len)
			push_input();
		else
			close_input();
	}
}

/* Passes on available output; closes the channel at its end. */
static void give_frame(char channel, int *fd)
{
	static char data[CHUNK];
	ssize_t got = read(*fd, data, sizeof(data));

	if (got > 0) {
		send_frame(channel, data, got);
	} else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
		close(*fd);
		*fd = -1;
	}
}

/* Collects every process that ended. Returns the command's status as a shell's. */
static int reap(int signals, int status)
{
	struct signalfd_siginfo info;
	pid_t pid;
	int ws;

	if (read(signals, &info, sizeof(info)) < 0)
		return status;
	while ((pid = waitpid(-1, &ws, WNOHANG)) > 0) {
		if (pid == child.pid)
			status = WIFSIGNALED(ws) ? 128 + WTERMSIG(ws) :
						   WEXITSTATUS(ws);
	}
	return status;
}

/* Carries data until the command has ended and all its output is sent. */
static int serve(int signals)
{
	int status = -1;

	while (status < 0 || child.out >= 0 || child.err >= 0) {
		struct pollfd fds[] = {
			{ .fd = child.end ? -1 : port, .events = POLLIN },
			{ .fd = child.out, .events = POLLIN },
			{ .fd = child.err, .events = POLLIN },
			{ .fd = child.end ? child.in : -1, .events = POLLOUT },
			{ .fd = signals, .events = POLLIN },
		};
		int nr = poll(fds, 5, status < 0 ? -1 : LINGER_MS);

		/* Processes that the command left must not keep its output open. */
		if (nr == 0)
			kill(-1, SIGKILL);
		if (nr <= 0)
			continue;
		if (fds[1].revents)
			give_frame('1', &child.out);
		if (fds[2].revents)
			give_frame('2', &child.err);
		if (fds[0].revents & POLLIN)
			take_frame();
		if (fds[3].revents)
			push_input();
		if (fds[4].revents)
			status = reap(signals, status);
	}
	return status;
}

int main(void)
{
	sigset_t chld;
	int signals, status;

	if (getpid() != 1)
		return print_tsc_khz();
	read_conf();
	mount_root();
	mount_rest();
	loopback_up();
	sethostname("tracer", 6);
	open_port();
	send_frame('h', "", 0);

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, NULL);
	signals = signalfd(-1, &chld, SFD_CLOEXEC | SFD_NONBLOCK);
	if (signals < 0)
		fail("vm-init: signalfd");
	if (conf.tty)
		start_on_tty();
	else
		start_on_pipes();
	if (child.pid < 0)
		fail("vm-init: fork");
	fcntl(child.in, F_SETFL, O_NONBLOCK);
	status = serve(signals);
	/* Free what waits for RCU: a checking kernel may complain about that. */
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
	send_frame('x', &status, sizeof(status));
	for (;;)
		pause();
}
