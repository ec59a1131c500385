"""The lock files pin and hash everything, fit the ranges, and name no address to fetch from."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")


def pins(name):
    """Each pinned requirement of a lock file, with how many hashes it has."""
    text = (ROOT / name).read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return [(Requirement(line.split(" --hash")[0]), line.count("--hash=sha256:")) for line in lines]


@pytest.mark.parametrize("name", LOCKS)
def test_it_names_no_address(name):
    assert (
        re.findall(
            r"://|--(?:extra-)?index-url|--find-links|--trusted-host|@ file", (ROOT / name).read_text()
        )
        == []
    )


@pytest.mark.parametrize("name", LOCKS)
def test_everything_is_pinned_and_hashed(name):
    for requirement, hashes in pins(name):
        assert [part.operator for part in requirement.specifier] == ["=="], requirement
        assert hashes, requirement


@pytest.mark.parametrize(("name", "extra"), [(LOCKS[0], None), (LOCKS[1], "dev"), (LOCKS[2], "bench")])
def test_it_fits_the_ranges(name, extra):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    locked = {}
    for requirement, _hashes in pins(name):
        locked.setdefault(plain(requirement.name), []).append(str(next(iter(requirement.specifier)).version))
    for requirement in map(Requirement, wanted):
        assert all(requirement.specifier.contains(version) for version in locked[plain(requirement.name)])


def plain(name):
    """A package's name in its one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_tests_run_with_the_versions_that_the_club_runs_with():
    runtime, tests = ({str(requirement) for requirement, _hashes in pins(name)} for name in LOCKS[:2])
    assert runtime <= tests
