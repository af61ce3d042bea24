#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
# What perl offers of the system: processes, pipes, sockets, locks, select.

use strict;
use warnings;
use Fcntl qw(:DEFAULT :flock :seek);
use IO::Socket::INET;
use IO::Socket::UNIX;
use POSIX qw(uname);

my $alarms = 0;
local $SIG{ALRM} = sub { $alarms++ };
alarm(1);
select(undef, undef, undef, 20);

sysopen(my $file, 'file', O_RDWR | O_CREAT | O_EXCL, 0640) or die;
flock($file, LOCK_EX | LOCK_NB) or die;
syswrite($file, "line $_\n") for 1 .. 20;
seek($file, 0, SEEK_SET);
my @lines = <$file>;
close($file);
utime(1000000000, 1000000001, 'file');
rename('file', 'renamed');
my @stat = stat('renamed');
my @missing = lstat('file');

my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1', ReuseAddr => 1) or die;
my $child = fork();
if (!$child) {
	my $client = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->sockport) or die;
	print $client "hello\n";
	exit 7;
}
my $connection = $server->accept() or die;
my $hello = <$connection>;
waitpid($child, 0);
die unless $? >> 8 == 7 && $hello eq "hello\n" && @lines == 20 && $alarms == 1;

socketpair(my $one, my $other, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or die;
syswrite($one, 'x' x 100);
sysread($other, my $data, 50);
print join(' ', uname()), "\n", `id -u`, getpwuid($<) . "\n";
print "@{[glob('/etc/*.conf')]}\n";
opendir(my $folder, '/etc') or die;
my @names = readdir($folder);
system('exit 3');
open(my $pipe, '-|', 'ls', '/') or die;
my @ls = <$pipe>;
close($pipe);
kill('USR1', 999999);
unlink('renamed', 'none');
