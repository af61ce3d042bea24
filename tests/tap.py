# SPDX-License-Identifier: GPL-2.0
"""A pytest plugin that prints each result as tests/run reads it.

    PYTHONPATH=tests pytest -p tap FOLDER
"""

from __future__ import annotations

import pytest


def _tell(verdict: str, report: pytest.TestReport | pytest.CollectReport, skip: str = "") -> None:
    name = report.nodeid.split("/")[-1].replace(".py::", ": ")
    print(f"{verdict} - {name}" + (f" # SKIP {skip}" if skip else ""), flush=True)


def _explain(report: pytest.TestReport | pytest.CollectReport) -> None:
    for line in report.longreprtext.splitlines()[-40:]:
        print(f"  | {line}", flush=True)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Silence the usual report: its plugin must stay, others use its options."""
    config.pluginmanager.unregister(name="terminalreporter")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """One test's setup, call or teardown has ended."""
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        _tell("ok", report, reason.removeprefix("Skipped: ") or "no reason given")
    elif report.failed:
        _tell("not ok", report)
        _explain(report)
    elif report.when == "call":
        _tell("ok", report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """A file could not be read."""
    if report.failed:
        _tell("not ok", report)
        _explain(report)
