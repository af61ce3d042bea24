/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _SYSCALL_TOOLS_LINUX_TIME_H
#define _SYSCALL_TOOLS_LINUX_TIME_H

#include <linux/types.h>

#include_next <linux/time.h>

struct tm {
	int	tm_sec;
	int	tm_min;
	int	tm_hour;
	int	tm_mday;
	int	tm_mon;
	long	tm_year;
	int	tm_wday;
	int	tm_yday;
};

/* The Gregorian calendar repeats itself after as many days. */
#define DAYS_OF_400_YEARS	146097LL

static inline bool is_leap_year(long year)
{
	return year % 4 == 0 && (year % 100 || year % 400 == 0);
}

/* As the kernel's: the year counts from 1900, the month from 0. */
static inline void time64_to_tm(s64 secs, int offset, struct tm *tm)
{
	static const u8 lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	s64 days = secs / 86400, rest = secs % 86400 + offset, cycles;
	long year = 1970;

	days += rest >= 0 ? rest / 86400 : -((86399 - rest) / 86400);
	rest = (rest % 86400 + 86400) % 86400;
	tm->tm_hour = rest / 3600;
	tm->tm_min = rest / 60 % 60;
	tm->tm_sec = rest % 60;
	tm->tm_wday = ((days + 4) % 7 + 7) % 7;

	cycles = days / DAYS_OF_400_YEARS - (days % DAYS_OF_400_YEARS < 0);
	year += cycles * 400;
	days -= cycles * DAYS_OF_400_YEARS;
	for (; days >= 365 + is_leap_year(year); year++)
		days -= 365 + is_leap_year(year);
	tm->tm_year = year - 1900;
	tm->tm_yday = days;
	for (tm->tm_mon = 0; tm->tm_mon < 11; tm->tm_mon++) {
		int length = lengths[tm->tm_mon] + (tm->tm_mon == 1 && is_leap_year(year));

		if (days < length)
			break;
		days -= length;
	}
	tm->tm_mday = days + 1;
}

#endif /* _SYSCALL_TOOLS_LINUX_TIME_H */
