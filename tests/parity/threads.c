// SPDX-License-Identifier: GPL-2.0
/* Threads that wait for each other, some of which never get to their own end. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "must.h"

#define THREADS 4
#define ROUNDS 20

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t inherit;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int turn;
static volatile int signalled;

static void on_signal(int number)
{
	signalled += number == SIGUSR1;
}

static void *take_turns(void *arg)
{
	int self = (long)arg, round;
	char name[16];

	snprintf(name, sizeof(name), "worker-%d", self);
	pthread_setname_np(pthread_self(), name);
	pthread_barrier_wait(&barrier);
	for (round = 0; round < ROUNDS; round++) {
		pthread_mutex_lock(&mutex);
		while (turn % THREADS != self)
			pthread_cond_wait(&changed, &mutex);
		turn++;
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&mutex);
		pthread_rwlock_rdlock(&rwlock);
		free(malloc(300000));
		pthread_rwlock_unlock(&rwlock);
		pthread_mutex_lock(&inherit);
		if (round == ROUNDS / 2)
			sched_yield();
		pthread_mutex_unlock(&inherit);
	}
	sem_post(&semaphore);
	return NULL;
}

static void *sleeps(void *arg)
{
	struct timespec pause = { .tv_sec = 100 };

	sem_post(&semaphore);
	nanosleep(&pause, NULL);
	for (;;)
		nanosleep(&pause, NULL);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t kind;
	pthread_attr_t attributes;
	struct timespec until;
	pthread_t threads[THREADS], sleeper, forever;
	cpu_set_t processors;
	long i;

	pthread_mutexattr_init(&kind);
	pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&inherit, &kind);
	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	sem_init(&semaphore, 0, 0);
	signal(SIGUSR1, on_signal);
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 256 * 1024);
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], &attributes, take_turns, (void *)i))
			return 1;
	pthread_getaffinity_np(threads[0], sizeof(processors), &processors);
	pthread_barrier_wait(&barrier);
	pthread_rwlock_wrlock(&rwlock);
	usleep(2000);
	pthread_rwlock_unlock(&rwlock);
	for (i = 0; i < THREADS; i++)
		sem_wait(&semaphore);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);

	pthread_create(&sleeper, NULL, sleeps, NULL);
	pthread_create(&forever, NULL, sleeps, NULL);
	sem_wait(&semaphore);
	sem_wait(&semaphore);
	usleep(10000);
	pthread_kill(sleeper, SIGUSR1);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec = (until.tv_nsec + 20000000) % 1000000000;
	pthread_mutex_lock(&mutex);
	while (!signalled || pthread_cond_timedwait(&changed, &mutex, &until) != ETIMEDOUT)
		clock_gettime(CLOCK_REALTIME, &until);
	pthread_mutex_unlock(&mutex);
	pthread_cancel(sleeper);
	pthread_join(sleeper, NULL);
	/* The last thread is ended by the end of the process. */
	return !(turn == THREADS * ROUNDS && signalled);
}
