# SPDX-License-Identifier: GPL-2.0
# The front door: everything a newcomer, a user of the overlay or a developer
# types. `make` alone tells what there is. The kernel's own Makefiles are not
# involved before the overlay is in a kernel tree.

MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
# No script reads what users have for their own shells.
unexport BASH_ENV ENV
.DEFAULT_GOAL := help

# What users write after `make vm` and friends reaches the scripts as it is:
# a $ in CMD is the shell's, not make's.
VM_CMD := $(value CMD)
unexport CMD
export VM_CMD CONFIG VM_KERNEL VM_STOCK VM_SMP VM_THREADS VM_CPU VM_MEM VM_APPEND VM_ICOUNT VM_TIMEOUT
export VM_NET VM_PLUGIN VM_CONSOLE VM_CONSOLE_OK SETUP LINUX_SOURCE

.PHONY: help demo check check-all check-stock soak check-debug check-faults check-series check-kernelshark unit golden options mutate mutate-kernel fuzz truth stress parity bench bench-check profile vm setup kernel install uninstall patch deb deb-dkms deb-kernel check-deb clean

help:
	@echo 'The system call tracer: echo syscall > /sys/kernel/tracing/current_tracer'
	@echo
	@echo '  make demo                    build a traced kernel, boot it, show a trace'
	@echo '  make check                   the quick tests: may a change go in? Some 15 minutes,'
	@echo '                               35 the first time (T=NAME: the suites named so)'
	@echo '  make check-all               all tests, about an hour (tests/run --help, --list)'
	@echo '  make check-stock             those of the module, on kernels of Debian'\''s as they are'
	@echo '       STOCK="6.12 6.1 7.2"    on these'
	@echo '  make soak N=20               the quick tests so often, on a busy machine: what fails how often?'
	@echo '  make check-debug             the tests on a kernel that checks itself'
	@echo '  make check-faults            memory is refused, and copies fail, at each place in turn'
	@echo '  make check-series [T=NAME]   a kernel builds after each mail of make patch, and boots'
	@echo '  make check-kernelshark       does KernelShark show lines? (PICTURE=FILE: its window as a PNG)'
	@echo '  make unit [CASES=FILE]       the formatter in user space, with sanitizers'
	@echo '  make golden                  save anew what a kernel records and prints, for make unit'
	@echo '  make options                 write the list of options in the manual page of sctrace anew'
	@echo '  make mutate N=200            mistakes in the formatter that make unit does not notice'
	@echo '  make mutate-kernel N=10      mistakes in the tracer and sctrace that make check does not notice:'
	@echo '       ALL=1                   some minutes each, and more if all of it is to look'
	@echo '  make fuzz T=3600             arbitrary records and saved traces, for so many seconds'
	@echo '  make stress T=1800           everything at once for so many seconds on each of three'
	@echo '       CONFIG="base debug kcsan" SEED=N   kernels: no report, no call missing in silence'
	@echo '  make truth CALLS=20000       so many calls of each of 8 threads: is each in the trace once?'
	@echo '  make parity                  run real programs under strace and the tracer, compare'
	@echo '       PROGRAM=NAME            one of tests/parity'
	@echo "       CMD='...'               this command line instead"
	@echo '  make bench [PART=NAME]       instructions that observing system calls costs: calls,'
	@echo '                               output, programs, memory; Documentation/trace/syscall-bench.rst'
	@echo '                               ktrace: only prints what its trace points cost'
	@echo '  make bench-check             have the costs of single calls changed since then?'
	@echo '  make profile CALL=getppid    instructions that the tracer adds to a call, by function'
	@echo '       MODE=NAME               another mode of tests/bench/modes.py (FN=NAME: also the'
	@echo '                               instructions of this function)'
	@echo "  make vm                      a shell on the traced kernel, on this machine's files"
	@echo "  make vm CMD='...'            run a command there (dev/vm passes on its status, too)"
	@echo '       CONFIG=NAME             the kernel: $(basename $(notdir $(wildcard configs/*.config)))'
	@echo '       VM_SMP=2 VM_THREADS=multi VM_MEM=2G VM_APPEND=... VM_ICOUNT=1 VM_TIMEOUT=3600'
	@echo '       VM_NET=1 VM_CPU=MODEL VM_CONSOLE=FILE VM_CONSOLE_OK=1 VM_KERNEL=FILE (see dev/vm)'
	@echo '  make kernel [CONFIG=NAME]    build a kernel only, say where it is'
	@echo '  make setup                   install the Debian packages that are missing'
	@echo '                               (SETUP=no, with any target: only say which)'
	@echo
	@echo '  make install KERNEL=DIR      put the tracer into your kernel tree'
	@echo '  make uninstall KERNEL=DIR    restore the tree'
	@echo '  make patch KERNEL=DIR        the tracer as mails for git am (OUT=DIR: a folder a series)'
	@echo
	@echo '  make deb                     the tools as a Debian package: sctrace, syscall-report, ...'
	@echo '  make deb-dkms                the tracer as a module, which dkms builds for the kernel that is there'
	@echo '  make deb-kernel              a kernel with the tracer, with the running one'\''s configuration'
	@echo '       CONFIG=FILE             with that one (or one of configs/)'
	@echo '  make check-deb               both installed on a disk of a virtual machine, and used there'
	@echo
	@echo '  make clean                   remove what was built in the cache folder'

demo:
	@dev/demo.sh

check:
	@dev/setup.sh run
	@tests/run $(T)

check-all:
	@dev/setup.sh run
	@tests/run --all

check-stock:
	@dev/setup.sh run
	@status=0; for version in $(or $(STOCK),6.12 6.1 7.2); do \
		echo "Debian's kernel $$version:"; STOCK=$$version tests/run $(or $(T),-stock) || status=1; \
	done; \
	for debian in $(if $(STOCK)$(T),,trixie unstable); do \
		DEBIAN=$$debian tests/run 88-stock-package || status=1; \
	done; \
	exit $$status

soak:
	@dev/setup.sh soak
	@tests/soak $(or $(N),20) $(T)

check-debug:
	@dev/setup.sh run
	@CONFIG=debug tests/run --debug $(T)

check-faults:
	@dev/setup.sh check
	@CONFIG=faults dev/vm tests/guest/check-faults

check-series:
	@dev/setup.sh check
	@tests/series/check $(T)

check-kernelshark:
	@dev/setup.sh kernelshark
	@tests/kernelshark/check $(if $(PICTURE),'$(PICTURE)')

unit:
	@dev/setup.sh $(if $(CASES),build,check)
	@$(if $(CASES),$$(tests/unit/build.sh unit)/unit $(CASES),tests/run 25-unit)

golden:
	@dev/setup.sh check
	@tests/golden/make

options:
	@out=$$(mktemp -d) && trap 'rm -rf "$$out"' EXIT && \
		$(MAKE) -C tools/tracing/syscall OUT="$$out" options-list

mutate:
	@dev/setup.sh check
	@tests/mutate/formatter -n $(or $(N),100) $(if $(SEED),-s $(SEED))

mutate-kernel:
	@dev/setup.sh run
	@tests/mutate/kernel -n $(or $(N),10) $(if $(SEED),-s $(SEED)) $(if $(ALL),-a)

fuzz:
	@dev/setup.sh check
	@tests/unit/fuzz.sh $(or $(T),600)

truth:
	@dev/setup.sh check
	@TRUTH_CALLS=$(or $(CALLS),20000) tests/run 56-truth

stress:
	@dev/setup.sh stress
	@tests/stress/run $(or $(T),1800) $(or $(CONFIG),base debug kcsan) $(if $(SEED),-s $(SEED))

parity:
	@dev/setup.sh check
	@dev/parity $(PROGRAM)

bench:
	@dev/setup.sh bench
	@/usr/bin/python3 tests/bench/bench $(PART)

bench-check:
	@tests/bench/bench --check
	@tests/bench/sctrace.py --check

profile:
	@dev/setup.sh vm
	@tests/bench/profile $(or $(CALL),getppid) $(or $(MODE),default) $(FN)

setup:
	@dev/setup.sh check

kernel:
	@dev/setup.sh build
	@dev/kernel.sh image $(or $(CONFIG),base)

need-kernel = $(or $(KERNEL),$(error which kernel tree? make $@ KERNEL=DIR))

install uninstall:
	@dev/overlay.py $@ '$(need-kernel)'

patch:
	@dev/mbox.py '$(need-kernel)' $(if $(OUT),'$(OUT)')

deb:
	@dev/setup.sh deb
	@dev/deb.sh

deb-dkms:
	@dev/setup.sh deb
	@dev/deb.sh dkms

deb-kernel:
	@dev/setup.sh deb-kernel
	@dev/kernel.sh deb "$$CONFIG"

check-deb:
	@dev/setup.sh check-deb
	@tests/packages/check

clean:
	@dev/kernel.sh clean

vm:
	@dev/vm
